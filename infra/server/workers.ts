import type { Log } from "#lib/kernel/log.ts";
import type { QueueBatch, QueueBatchAnswer, QueueReader } from "#lib/platform/queue.ts";
import { startEventSource, type EventSource } from "./event-source.ts";

/**
 * A browser takes some 200 MB and most of a core while it works. Somebody waits for each emission, so
 * they have a queue and browsers of their own.
 */
export const browsersAtOnce = { sync: 4, emission: 2 };
/** The deployed function's own limit. */
export const jobLimitMs = 300_000;

type Worker = (batch: QueueBatch, remainingMs: number) => Promise<QueueBatchAnswer>;

interface WorkerSource {
  queue: QueueReader;
  browsers: number;
  log: Log;
}

/** Workers of one kind, fed as the platform would feed them: one message a batch, several at once. */
export function startWorkers(work: Worker, { queue, browsers, log }: WorkerSource): EventSource {
  return startEventSource({
    queue,
    batchSize: 1,
    concurrency: browsers,
    handler: (batch) => work(batch, jobLimitMs),
    log,
  });
}
