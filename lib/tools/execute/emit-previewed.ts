import { emitDocument, previewAgain } from "#lib/emissions/index.ts";
import type { DocumentKind } from "#lib/contract/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ActingConnection, LedgerContext, SynchronousTerms } from "#lib/ledger/index.ts";
import { tellOfKey, type KeyedRun } from "./tell-of-key.ts";

interface Previewed {
  kind: DocumentKind;
  terms: SynchronousTerms;
  input: { previewRef: string };
}

/** Issues what was previewed, under the key of this call. */
export async function emitPreviewed(
  ctx: LedgerContext,
  { call, idempotencyKey, whyNotNew }: KeyedRun,
  connection: ActingConnection,
  { kind, terms, input }: Previewed,
): Promise<Record<string, unknown>> {
  if (idempotencyKey === null) throw new TypeError("an emission without a key");
  const order = {
    kind,
    terms,
    toolId: call.toolId,
    connectionId: connection.id,
    input,
    previewRef: input.previewRef,
    key: idempotencyKey,
    operationRequestId: call.operationRequestId ?? ctx.requestId,
    whyNotNew,
  };
  try {
    return await tellOfKey(call, () => emitDocument(ctx, connection, order));
  } catch (error) {
    throw await withNewPreview(ctx, connection, input.previewRef, error);
  }
}

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

const outdated: readonly ErrorCode[] = [
  "tributario_preview_token_expired",
  "tributario_preview_changed",
];
