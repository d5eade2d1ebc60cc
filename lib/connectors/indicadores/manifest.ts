import type { Manifest } from "#lib/contract/index.ts";

export const manifest: Manifest = {
  id: "indicadores",
  name: "Indicadores económicos",
  kind: "utility",
  needsConnection: false,
  alcances: [],
  credentialFields: [],
};
