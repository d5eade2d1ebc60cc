import type { Manifest } from "#lib/tools/define/index.ts";

export const manifest: Manifest = {
  id: "conexiones",
  name: "Conexiones",
  kind: "utility",
  needsConnection: false,
  alcances: [],
  credentialFields: [],
};
