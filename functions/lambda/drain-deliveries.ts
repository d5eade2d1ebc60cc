import type { Context } from "aws-lambda";
import { createEgress, createSystemResolver } from "#lib/egress/index.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createVault } from "#lib/vault/index.ts";
import type { DrainReport } from "#lib/webhooks/index.ts";
import { createDrain } from "../drain-deliveries.ts";
import { edgeSettings, openEdges } from "./edges.ts";

const edges = openEdges(parseConfig(edgeSettings, process.env));
const drain = createDrain({
  ...edges,
  vault: createVault(edges.keys, edges.clock),
  egress: createEgress({ resolver: createSystemResolver() }),
});

/** The schedule's event says nothing that is not in the database. */
export const handler = (_event: unknown, context: Context): Promise<DrainReport> =>
  drain(context.getRemainingTimeInMillis());
