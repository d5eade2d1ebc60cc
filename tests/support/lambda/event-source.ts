import { localRegion } from "#infra/local/queue-server.ts";
import type { QueueReader, QueueBatchAnswer } from "#lib/platform/queue.ts";
import { createSqsReader } from "#lib/platform/sqs-reader.ts";
import type { TestQueue } from "../servers/test-queue.ts";
import { queueEvent } from "./events.ts";
import type { Lambda } from "./lambda.ts";

/** The platform between a queue and a worker: one message per batch, deleted unless it failed. */
export interface EventSource {
  /** Waits for a message and passes it on. Returns how many failed; null if none came. */
  feed(waitSeconds?: number): Promise<number | null>;
  /** Feeds the worker while `work` runs, because somebody waits for what the worker does. */
  feedDuring<T>(work: () => Promise<T>): Promise<T>;
}

export function createEventSource(queue: TestQueue, worker: Lambda): EventSource {
  const { url: queueUrl, endpoint } = queue;
  const reader: QueueReader = createSqsReader({ queueUrl, endpoint, region: localRegion });

  async function feed(waitSeconds = 5): Promise<number | null> {
    const messages = await reader.receive({ most: 1, waitSeconds });
    if (messages.length === 0) return null;
    const answer = await worker.invoke<QueueBatchAnswer>(queueEvent(messages));
    const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    await reader.done(messages.filter(({ messageId }) => !failed.has(messageId)));
    return failed.size;
  }

  return {
    feed,
    feedDuring: async (work) => {
      const ending = new AbortController();
      const feeding = (async () => {
        // Never abandoned half-way: an abandoned receive takes its message with it.
        while (!ending.signal.aborted) await feed(1);
      })();
      const done = work().finally(() => ending.abort());
      await feeding;
      return done;
    },
  };
}
