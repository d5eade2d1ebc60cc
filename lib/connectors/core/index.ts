import { defineConnector } from "#lib/contract/index.ts";
import { core as manifest } from "../manifests.ts";
import { timestampNow } from "./tools/timestamp-now.ts";

export const core = defineConnector(manifest, [timestampNow]);
