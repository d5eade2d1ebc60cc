import type { Context, SQSEvent } from "aws-lambda";
import { parseConfig } from "#lib/kernel/config.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { QueueBatchAnswer } from "#lib/platform/queue-event.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createVault } from "#lib/vault/index.ts";
import { createEmissionWorker } from "../emission-worker.ts";
import { edgeSettings, openEdges } from "./edges.ts";
import { openPortals, portalSettings } from "./portals.ts";

const config = parseConfig(
  [...edgeSettings, ...portalSettings, "EMISSION_QUEUE_URL", "SERVICE_SECRET"],
  process.env,
);
const edges = openEdges(config);
const worker = createEmissionWorker({
  ...edges,
  vault: createVault(edges.keys, edges.clock),
  secret: new ServiceSecret(config.SERVICE_SECRET),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
  openPortal: openPortals(config),
});

export const handler = (event: SQSEvent, context: Context): Promise<QueueBatchAnswer> =>
  worker(event, context.getRemainingTimeInMillis());
