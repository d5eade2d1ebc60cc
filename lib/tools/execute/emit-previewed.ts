import { emitDocument, previewAgain } from "#lib/emissions/index.ts";
import type { DocumentKind } from "#lib/contract/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { ActingConnection, LedgerContext, SynchronousTerms } from "#lib/ledger/index.ts";
import { keyedCall, tellOfKey, type KeyedRun } from "./tell-of-key.ts";

interface Previewed {
  kind: DocumentKind;
  terms: SynchronousTerms;
  input: { previewRef: string };
}

/** Issues what was previewed, under the key of this call. */
export async function emitPreviewed(
  ctx: LedgerContext,
  keyed: KeyedRun,
  connection: ActingConnection,
  { kind, terms, input }: Previewed,
): Promise<Record<string, unknown>> {
  const { previewRef } = input;
  const call = keyedCall(ctx, keyed, connection.id, input);
  const order = { ...call, kind, terms, previewRef };
  try {
    return await tellOfKey(keyed.call, () => emitDocument(ctx, connection, order));
  } catch (error) {
    throw await withNewPreview(ctx, connection, previewRef, error);
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
