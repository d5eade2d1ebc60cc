import { defineConnector } from "#lib/tools/define/index.ts";
import { timestampNow } from "./tools/timestamp-now.ts";

export const core = defineConnector(
  {
    id: "core",
    name: "Núcleo",
    kind: "utility",
    needsConnection: false,
    alcances: [],
    credentialFields: [],
  },
  [timestampNow],
);
