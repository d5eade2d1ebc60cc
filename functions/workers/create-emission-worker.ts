import * as z from "zod";
import { idPattern } from "#lib/kernel/ids.ts";
import { runLedgerJob } from "#lib/ledger/index.ts";
import { brokerOver } from "#lib/links/index.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Queue, QueueBatch, QueueBatchAnswer } from "#lib/platform/queue.ts";
import { tracePortal, type WorkerContext } from "#lib/jobs/index.ts";
import { acts } from "./acts.ts";
import { handleMessages, visitDeadline } from "./handle-messages.ts";
import { SmokeMessage, smokeWorker } from "./smoke-worker.ts";

const Wakeup = z.union([z.object({ jobId: z.string().regex(idPattern("sjb")) }), SmokeMessage]);

type EmissionWorker = (batch: QueueBatch, remainingMs: number) => Promise<QueueBatchAnswer>;

/** What the entry point provides. No job is announced: the operation's caller waits for it. */
interface EmissionWorkerDeps extends Omit<
  WorkerContext,
  "worker" | "broker" | "queue" | "onJobEnded"
> {
  /** Absent where workers open credentials themselves, in a process that holds the key anyway. */
  broker?: CredentialBroker;
  emissionQueue: Queue;
  /** Another browser than the packaged one, for the health check. */
  chromiumPath?: string | undefined;
}

/** A message is done once its job's row has an outcome; otherwise it returns to the queue. */
export function createEmissionWorker(deps: EmissionWorkerDeps): EmissionWorker {
  const ctx: WorkerContext = {
    ...deps,
    broker: deps.broker ?? brokerOver(deps),
    worker: "emission",
    queue: deps.emissionQueue,
    openPortal: tracePortal(deps.openPortal),
    onJobEnded: () => Promise.resolve(),
  };
  const answer = smokeWorker(deps, "emission");
  return async (batch, remainingMs) => {
    const deadline = visitDeadline(remainingMs);
    return handleMessages({ log: ctx.log, worker: "emission" }, batch, async (body) => {
      const wakeup = Wakeup.parse(body);
      if ("smoke" in wakeup) await answer(wakeup.smoke, deadline);
      else await runLedgerJob(ctx, acts, { jobId: wakeup.jobId, deadline });
    });
  };
}
