import type { Manifest } from "#lib/tools/define/index.ts";

export const manifest: Manifest = {
  id: "core",
  name: "Núcleo",
  kind: "utility",
  needsConnection: false,
  alcances: [],
  credentialFields: [],
};
