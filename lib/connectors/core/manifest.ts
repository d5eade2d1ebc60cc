import type { Manifest } from "#lib/contract/index.ts";

export const manifest: Manifest = {
  id: "core",
  name: "Núcleo",
  kind: "utility",
  needsConnection: false,
  alcances: [],
  credentialFields: [],
};
