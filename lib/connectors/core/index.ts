import { defineConnector } from "#lib/contract/index.ts";
import { manifest } from "./manifest.ts";
import { timestampNow } from "./tools/timestamp-now.ts";

export const core = defineConnector(manifest, [timestampNow]);
