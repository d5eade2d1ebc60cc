import { and, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { sqlState, violatedConstraint } from "#lib/db/failures.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import { connectionOf, type DocumentKind } from "#lib/contract/index.ts";
import {
  askForPerson,
  operate,
  operateFor,
  usedPreview,
  usePreparation,
  type ActContext,
  type ActingConnection,
  type LedgerContext,
  type SynchronousTerms,
} from "#lib/ledger/index.ts";
import { preparations } from "#lib/ledger/ledger.sql.ts";
import { annulmentOf } from "./checks/check-annulment.ts";
import { previewAgain } from "./preview-again.ts";
import { likenessOfPreviewed, openDocument } from "./sealed-document.ts";

interface EmitOrder {
  kind: DocumentKind;
  terms: SynchronousTerms;
  input: { previewRef: string };
}

/** Issues what was previewed, once, under the key of the call. */
export async function emitDocument(
  ctx: ActContext,
  { kind, terms, input }: EmitOrder,
): Promise<Record<string, unknown>> {
  const connection = connectionOf(ctx);
  const { previewRef } = input;
  try {
    return await operateFor(ctx, input, (call) =>
      operate(ctx, connection, {
        ...call,
        kind,
        terms,
        async describe(tx) {
          const { words } = terms;
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
      }),
    );
  } catch (error) {
    throw await withNewPreview(ctx, connection, previewRef, error);
  }
}

const outdated: readonly ErrorCode[] = [
  "tributario_preview_token_expired",
  "tributario_preview_changed",
];

/** A preview that is no longer valid must be made again before anything is issued. */
async function withNewPreview(
  ctx: LedgerContext,
  connection: ActingConnection,
  previewRef: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || !outdated.includes(error.code)) return error;
  const fix = await previewAgain(ctx, connection, previewRef);
  if (fix === null) return error;
  return new AppError(error.code, { details: { ...error.details, fix }, cause: error.cause });
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
