import type { Manifest } from "#lib/contract/index.ts";

export const manifest: Manifest = {
  id: "conexiones",
  name: "Conexiones",
  kind: "utility",
  needsConnection: false,
  alcances: [],
  credentialFields: [],
};
