import { and, eq } from "drizzle-orm";
import { setCapabilities } from "#lib/connections/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ClaimedJob, WorkerContext } from "#lib/jobs/index.ts";
import type { DteTotals, PreviewedDocument } from "#lib/contract/index.ts";
import { preparations } from "../emissions.sql.ts";
import { profileOf } from "../issuer-profile.ts";
import { expiryFrom } from "../prepare-document.ts";
import { documentHash, openDocument, sealDocument } from "../sealed-document.ts";
import { isOlder, previewWaitSeconds } from "../states.ts";
import { endFailed, endWell, visitInvoicer } from "./visit-invoicer.ts";

/** The document as the portal prepares it becomes what the previewRef means. */
export async function runPreview(
  ctx: WorkerContext,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const { row, profile } = await withSystemTx(ctx, async (tx) => {
    const [found] = await tx.db.orm
      .select()
      .from(preparations)
      .where(
        and(
          eq(preparations.organizationId, job.organizationId),
          eq(preparations.id, job.targetId ?? ""),
        ),
      );
    if (found === undefined) throw new TypeError("a preview of nothing");
    return { row: found, profile: await profileOf(tx, job.organizationId, found.connectionId) };
  });
  if (isOlder(row.createdAt, previewWaitSeconds, ctx.clock.now())) {
    return endFailed(ctx, job, { error: new AppError("timeout") }, () => Promise.resolve());
  }
  const { request } = await openDocument(ctx, row);
  const visit = await visitInvoicer(ctx, job, signal, async ({ emitter }) => {
    const previewed = await emitter.preview(request, profile);
    checkTotals(previewed, row.totals);
    return previewed;
  });
  if (visit.kind === "failed") return endFailed(ctx, job, visit, () => Promise.resolve());
  const previewed = visit.value;
  const document = await sealDocument(ctx, row, { request, previewed });
  await endWell(ctx, job, visit, async (tx) => {
    await tx.db.orm
      .update(preparations)
      .set({
        document,
        documentHash: documentHash(previewed),
        issuerRevision: previewed.revisionEmisor,
        tipoDte: previewed.tipoDte,
        totals: previewed.totales,
        expiresAt: expiryFrom(tx.clock.now()),
      })
      .where(eq(preparations.id, row.id));
    const { tiposDte } = previewed;
    await setCapabilities(tx, row.connectionId, { tiposDte });
  });
}

/** What the portal comes to must be what we came to: otherwise one of the two misread the document. */
export function checkTotals({ totales }: PreviewedDocument, expected: DteTotals | null): void {
  if (expected === null) return;
  const differing = (["neto", "exento", "iva", "total"] as const).filter(
    (name) => totales[name] !== expected[name],
  );
  if (differing.length === 0) return;
  const issues = differing.map((name) => ({
    path: ["totales", name],
    code: "totals_differ",
    message: `The portal comes to ${totales[name]}, the document to ${expected[name]}`,
  }));
  throw new AppError("tributario_dte_validation_failed", { details: { issues } });
}
