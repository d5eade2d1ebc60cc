import { handle } from "hono/aws-lambda";
import { edgeSettings, openEdges } from "#functions/lambda/edges.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createApi } from "./app.ts";
import { apiSettings, buildApiDeps } from "./deps.ts";

const config = parseConfig(
  [...apiSettings, ...edgeSettings, "EMISSION_QUEUE_URL", "SYNC_QUEUE_URL"],
  process.env,
);
const deps = buildApiDeps(config, {
  ...openEdges(config),
  queue: createSqsQueue({ queueUrl: config.SYNC_QUEUE_URL }),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
});

/** Behind a function url, whose answers are not streamed. */
export const handler = handle(createApi(deps));
