import { eq } from "drizzle-orm";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import { operations } from "../emissions.sql.ts";
import { pdfPlace } from "../find-operation.ts";
import { operationOf } from "./operation-of.ts";
import { endFailed, endWell, visitInvoicer } from "./visit-invoicer.ts";

/** Fetches the document's own PDF, and keeps it sealed: the next call does not visit. */
export async function runPdf(
  ctx: WorkerContext,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const row = await operationOf(ctx, job);
  const { folio, tipoDte } = row;
  const visit = await visitInvoicer(ctx, job, signal, async ({ emitter }) => {
    if (folio === null) throw new AppError("tributario_emission_not_found");
    const bytes = await emitter.pdf({ tipoDte, folio });
    if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") {
      throw new AppError("upstream_unexpected_response");
    }
    return bytes;
  });
  if (visit.kind === "failed") return endFailed(ctx, job, visit, () => Promise.resolve());
  const pdf = await ctx.vault.seal(pdfPlace(row), visit.value);
  await endWell(ctx, job, visit, async ({ db }) => {
    await db.orm.update(operations).set({ pdf }).where(eq(operations.id, row.id));
  });
}
