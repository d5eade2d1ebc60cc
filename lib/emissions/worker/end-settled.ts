import { violatedConstraint } from "#lib/db/failures.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { OperationRow } from "../emissions.sql.ts";
import type { PreparedDocument } from "../sealed-document.ts";
import { settleOperation, type Outcome } from "../settle-operation.ts";
import { endFailed, endWell, type InvoicerVisit } from "./visit-invoicer.ts";

/** Ends the job together with what became of its operation. */
export async function endSettled(
  ctx: WorkerContext,
  job: ClaimedJob,
  visit: InvoicerVisit<unknown>,
  { row, document, outcome }: { row: OperationRow; document: PreparedDocument; outcome: Outcome },
): Promise<void> {
  const { vault, secret } = ctx;
  const endAs = (end: Outcome): Promise<void> => {
    const settle: Parameters<typeof endWell>[3] = (tx) =>
      settleOperation({ ...tx, vault, secret }, row, document, end);
    return visit.kind === "failed"
      ? endFailed(ctx, job, visit, settle)
      : endWell(ctx, job, visit, settle);
  };
  try {
    await endAs(outcome);
  } catch (error) {
    if (violatedConstraint(error) !== "operations_one_per_folio") throw error;
    // The folio is another operation's of the company, of which nobody here is told anything.
    await endAs({ kind: "unknown" });
  }
}
