import * as z from "zod";
import { idPattern } from "#lib/kernel/ids.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { brokerOver } from "#lib/links/index.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { QueueBatch, QueueBatchAnswer } from "#lib/platform/queue.ts";
import { syncOnSchedule } from "#lib/schedules/index.ts";
import { tracePortal } from "#lib/jobs/index.ts";
import type { SyncContext } from "#lib/sync/index.ts";
import type { Systems } from "#lib/tools/catalogue.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { handleMessages, visitDeadline } from "./handle-messages.ts";
import { runSyncJob } from "./run-sync-job.ts";
import { SmokeMessage, smokeWorker } from "./smoke-worker.ts";

/** A waiting job, a connection whose schedule is due, or a health check. */
const Wakeup = z.union([
  z.object({ jobId: z.string().regex(idPattern("sjb")) }),
  z.object({ connectionId: z.string().regex(idPattern("conn")) }),
  SmokeMessage,
]);

export type SyncWorker = (batch: QueueBatch, remainingMs: number) => Promise<QueueBatchAnswer>;

/** What the entry point provides; here the domains that a job touches are put together. */
export interface SyncWorkerDeps extends Omit<
  SyncContext,
  "worker" | "broker" | "linkSubject" | "onJobEnded"
> {
  /** Absent where workers open credentials themselves, in a process that holds the key anyway. */
  broker?: CredentialBroker;
  secret: ServiceSecret;
  catalogue: Systems;
  /** Another browser than the packaged one, for the health check. */
  chromiumPath?: string | undefined;
}

/** A message is done once its job's row has an outcome; otherwise it returns to the queue. */
export function createSyncWorker(deps: SyncWorkerDeps): SyncWorker {
  const ctx = {
    ...deps,
    broker: deps.broker ?? brokerOver(deps),
    worker: "sync",
    openPortal: tracePortal(deps.openPortal),
    onJobEnded: emitSyncEnded,
    offered: (connector: string) => deps.catalogue.manifestOf(connector)?.alcances ?? [],
  } as const;
  const answer = smokeWorker(deps, "sync");
  return async (batch, remainingMs) => {
    const deadline = visitDeadline(remainingMs);
    return handleMessages({ log: ctx.log, worker: "sync" }, batch, async (body) => {
      const wakeup = Wakeup.parse(body);
      if ("jobId" in wakeup) await runSyncJob(ctx, wakeup.jobId, deadline);
      else if ("smoke" in wakeup) await answer(wakeup.smoke, deadline);
      else await syncOnSchedule(ctx, wakeup.connectionId);
    });
  };
}
