import { createEmissionWorker, type EmissionWorkerDeps } from "#functions/emission-worker.ts";
import { createSyncWorker, type SyncWorkerDeps } from "#functions/sync-worker.ts";
import { startEventSource } from "./event-source.ts";
import type { LocalQueue } from "./queue-server.ts";

/** A browser takes some 200 MB and most of a core while it works. */
const browsersAtOnce = 4;
const emissionBrowsersAtOnce = 2;
/** The deployed function's own limit. */
export const jobLimitMs = 300_000;

/** The sync worker, fed as the platform would feed it: one message a batch, several at once. */
export function startSyncWorkers(
  deps: SyncWorkerDeps,
  source: { endpoint: string; queue: Pick<LocalQueue, "url"> },
): Promise<{ stop(): Promise<void> }> {
  const worker = createSyncWorker(deps);
  return startEventSource({
    endpoint: source.endpoint,
    queueUrl: source.queue.url,
    batchSize: 1,
    concurrency: browsersAtOnce,
    handler: (batch) => worker(batch, jobLimitMs),
    log: deps.log,
  });
}

/** Somebody waits for each of these jobs, so they have a queue and browsers of their own. */
export function startEmissionWorkers(
  deps: EmissionWorkerDeps,
  source: { endpoint: string; queue: Pick<LocalQueue, "url"> },
): Promise<{ stop(): Promise<void> }> {
  const worker = createEmissionWorker(deps);
  return startEventSource({
    endpoint: source.endpoint,
    queueUrl: source.queue.url,
    batchSize: 1,
    concurrency: emissionBrowsersAtOnce,
    handler: (batch) => worker(batch, jobLimitMs),
    log: deps.log,
  });
}
