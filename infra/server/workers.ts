import { createEmissionWorker, type EmissionWorkerDeps } from "#functions/emission-worker.ts";
import { createSyncWorker, type SyncWorkerDeps } from "#functions/sync-worker.ts";
import type { QueueReader } from "#lib/platform/queue.ts";
import { startEventSource, type EventSource } from "./event-source.ts";

/** A browser takes some 200 MB and most of a core while it works. */
export const browsersAtOnce = { sync: 4, emission: 2 };
/** The deployed function's own limit. */
export const jobLimitMs = 300_000;

interface WorkerSource {
  queue: QueueReader;
  browsers: number;
}

/** The sync worker, fed as the platform would feed it: one message a batch, several at once. */
export function startSyncWorkers(
  deps: SyncWorkerDeps,
  { queue, browsers }: WorkerSource,
): EventSource {
  const worker = createSyncWorker(deps);
  return startEventSource({
    queue,
    batchSize: 1,
    concurrency: browsers,
    handler: (batch) => worker(batch, jobLimitMs),
    log: deps.log,
  });
}

/** Somebody waits for each of these jobs, so they have a queue and browsers of their own. */
export function startEmissionWorkers(
  deps: EmissionWorkerDeps,
  { queue, browsers }: WorkerSource,
): EventSource {
  const worker = createEmissionWorker(deps);
  return startEventSource({
    queue,
    batchSize: 1,
    concurrency: browsers,
    handler: (batch) => worker(batch, jobLimitMs),
    log: deps.log,
  });
}
