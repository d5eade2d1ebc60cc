import { and, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { sqlState, violatedConstraint } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { DocumentKind } from "#lib/contract/index.ts";
import {
  askForPerson,
  operate,
  usedPreview,
  usePreparation,
  type ActCall,
  type ActingConnection,
  type LedgerContext,
  type OperationAnswer,
  type SynchronousTerms,
} from "#lib/ledger/index.ts";
import { preparations } from "#lib/ledger/ledger.sql.ts";
import { annulmentOf } from "./check-annulment.ts";
import { likenessOfPreviewed, openDocument } from "./sealed-document.ts";

interface EmitOrder extends ActCall {
  kind: DocumentKind;
  terms: SynchronousTerms;
  previewRef: string;
}

/** Issues a previewed document, once. */
export function emitDocument(
  ctx: LedgerContext,
  connection: ActingConnection,
  { previewRef, ...order }: EmitOrder,
): Promise<OperationAnswer> {
  return operate(ctx, connection, {
    ...order,
    async describe(tx) {
      const {
        kind,
        terms: { words },
      } = order;
      const prepared = await usePreparation(tx, connection, { previewRef, kind, words });
      requireLiveCredential(connection);
      const { previewed } = await openDocument(ctx, prepared);
      const { id: preparationId, documentHash, target } = prepared;
      if (previewed === null || documentHash === null) {
        throw new AppError("tributario_preview_token_invalid");
      }
      const { tipoDte } = previewed;
      return {
        preparationId,
        looksLike: likenessOfPreviewed(previewed),
        documentHash,
        tipoDte,
        target,
      };
    },
    explain: (error) => explainRefusal(ctx, connection, previewRef, error),
  });
}

/** Another key was faster: the preview is used, or the document is being annulled. */
async function explainRefusal(
  ctx: LedgerContext,
  connection: ActingConnection,
  previewRef: string,
  error: unknown,
): Promise<unknown> {
  if (error instanceof AppError && error.code === "tributario_preparation_confirmation_required") {
    return askForPerson(ctx, previewRef);
  }
  if (sqlState(error) !== "23505") return error;
  return withTx(ctx, async (tx) => {
    if (violatedConstraint(error) !== "operations_one_per_target") {
      return usedPreview(tx, previewRef, "tributario_preview_token_invalid");
    }
    const { organizationId, id, target } = preparations;
    const [prepared] = await tx.db.orm
      .select({ target })
      .from(preparations)
      .where(and(eq(organizationId, ctx.organization.id), eq(id, previewRef)));
    const other = await annulmentOf(tx, connection.id, prepared?.target ?? "");
    // The other one was given up meanwhile, so it was running when this one arrived.
    return other ?? new AppError("tributario_anulacion_en_curso", { cause: error });
  });
}
