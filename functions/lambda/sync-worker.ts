import type { Context, SQSEvent } from "aws-lambda";
import { connectors } from "#lib/connectors/catalogue.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import type { QueueBatchAnswer } from "#lib/platform/queue-event.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { createVault } from "#lib/vault/index.ts";
import { createSyncWorker } from "../sync-worker.ts";
import { edgeSettings, openEdges } from "./edges.ts";
import { openPortals, portalSettings } from "./portals.ts";

const config = parseConfig(
  [...edgeSettings, ...portalSettings, "SERVICE_SECRET", "SYNC_QUEUE_URL"],
  process.env,
);
const edges = openEdges(config);
const worker = createSyncWorker({
  ...edges,
  vault: createVault(edges.keys, edges.clock),
  secret: new ServiceSecret(config.SERVICE_SECRET),
  catalogue: createCatalogue(connectors),
  queue: createSqsQueue({ queueUrl: config.SYNC_QUEUE_URL }),
  openPortal: openPortals(config),
});

export const handler = (event: SQSEvent, context: Context): Promise<QueueBatchAnswer> =>
  worker(event, context.getRemainingTimeInMillis());
