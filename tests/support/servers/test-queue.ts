import { randomBytes } from "node:crypto";
import { createLocalQueue, localRegion } from "#infra/local/queue-server.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { serverOfRun } from "./server-of-run.ts";

export interface TestQueue {
  queue: Queue;
  endpoint: string;
  url: string;
  deadLettersUrl: string;
}

/** A separate queue on the run's SQS-compatible server. */
export async function testQueue(visibilitySeconds = 60): Promise<TestQueue> {
  const { endpoint } = await serverOfRun("queues");
  const name = `test-${randomBytes(6).toString("hex")}`;
  const urls = await createLocalQueue(endpoint, name, visibilitySeconds);
  const queue = createSqsQueue({ queueUrl: urls.url, region: localRegion, endpoint });
  return { queue, endpoint, ...urls };
}
