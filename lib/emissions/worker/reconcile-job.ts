import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import { openDocument } from "../sealed-document.ts";
import type { Outcome } from "../settle-operation.ts";
import { endSettled } from "./end-settled.ts";
import { lookAtList } from "./look-at-list.ts";
import { operationOf, preparationOf } from "./operation-of.ts";
import { visitInvoicer } from "./visit-invoicer.ts";

/** Reads the authority's list, and nothing else: whatever it shows, nothing is sent. */
export async function runReconciliation(
  ctx: WorkerContext,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const row = await operationOf(ctx, job);
  const document = await openDocument(ctx, await preparationOf(ctx, row));
  const visit = await visitInvoicer(ctx, job, signal, ({ emitter }) =>
    lookAtList(ctx, job, { row, document, emitter }),
  );
  const outcome: Outcome = visit.kind === "failed" ? { kind: "unknown" } : visit.value;
  await endSettled(ctx, job, visit, { row, document, outcome });
}
