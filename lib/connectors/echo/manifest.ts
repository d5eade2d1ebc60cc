import type { Manifest } from "#lib/contract/index.ts";

export const manifest: Manifest = {
  id: "echo",
  name: "Eco",
  kind: "utility",
  needsConnection: false,
  alcances: [],
  credentialFields: [],
};
