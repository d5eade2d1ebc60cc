import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { Act } from "../act.ts";
import type { OperationRow } from "../ledger.sql.ts";
import { storeFile, sealFile } from "../files/operation-file.ts";
import { type Also, endFailed, endWell, visitAct } from "./visit-act.ts";

/** Fetches the file of what was done, and stores it sealed. */
export async function runFile(
  ctx: WorkerContext,
  { act, job, row }: { act: Act; job: ClaimedJob; row: OperationRow },
  signal: AbortSignal,
): Promise<void> {
  const fetch = await act.file?.(ctx, row);
  if (fetch === undefined) throw new TypeError(`${row.kind} has no file`);
  const visit = await visitAct(ctx, { job, act, signal }, fetch);
  if (visit.kind === "failed") return endFailed(ctx, job, visit);
  const file = visit.value;
  const sealed = await sealFile(ctx, row, file);
  const also: Also = (tx) => storeFile(tx, act.terms, row, { ...file, sealed });
  await endWell(ctx, job, visit, { also });
}
