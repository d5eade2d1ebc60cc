import {
  configureIssuer,
  documentPdf,
  emitDocument,
  emittedOf,
  findIssuerProfile,
  findOwn,
  OperationFailed,
  prepareDocument,
  previewAgain,
  reconcileOperation,
  toStatus,
  type EmissionContext,
  type EmittingConnection,
} from "#lib/emissions/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { EmissionService } from "#lib/contract/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import type { Call } from "./call.ts";
import { billingRefusal } from "./checks.ts";

export interface KeyedRun {
  call: Call;
  idempotencyKey: string | null;
  /** What keeps the call from starting anything; it may then only be answered by its key. */
  whyNotNew: AppError | null;
}

/** The invoicer's verbs, bound to this caller and to the key of this call. */
export function emissionsFor(
  ctx: EmissionContext,
  caller: Caller,
  { call, idempotencyKey, whyNotNew }: KeyedRun,
): EmissionService {
  return {
    prepare: (connection, request) => prepareDocument(ctx, connection, request),
    emit: async (connection, { kind, input }) => {
      if (idempotencyKey === null) throw new TypeError("an emission without a key");
      try {
        const answer = await emitDocument(ctx, connection, {
          kind,
          toolId: call.toolId,
          connectionId: connection.id,
          input,
          previewRef: input.previewRef,
          key: idempotencyKey,
          operationRequestId: call.operationRequestId ?? ctx.requestId,
          whyNotNew,
        });
        tell(call, answer);
        return answer.data;
      } catch (error) {
        if (error instanceof OperationFailed) tell(call, error);
        throw await withNewPreview(ctx, connection, input.previewRef, error);
      }
    },
    find: async (connection, id) => toStatus(await findOwn(ctx, connection.id, id)),
    reconcile: async (connection, id) => toStatus(await reconcileOperation(ctx, connection, id)),
    pdf: async (connection, id) => {
      const whyNotFetch = billingRefusal(caller);
      const { row, bytes } = await documentPdf(ctx, connection, { operacionId: id, whyNotFetch });
      return { tipoDte: row.tipoDte, folio: row.folio ?? 0, bytes };
    },
    emitted: (connection, documents) => emittedOf(ctx, connection.id, documents),
    issuer: (connection) => findIssuerProfile(ctx, connection.id),
    configureIssuer: (connection, profile) => configureIssuer(ctx, connection.id, profile),
  };
}

/** A preview that is no longer valid is made again before anything is emitted. */
async function withNewPreview(
  ctx: EmissionContext,
  connection: EmittingConnection,
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

/** A replay is the first call's operation, and costs the connection no call. */
function tell(
  call: Call,
  { idempotency, operationRequestId }: Pick<OperationFailed, "idempotency" | "operationRequestId">,
): void {
  call.idempotency = idempotency;
  call.operationRequestId = operationRequestId;
  if (idempotency === "replayed") call.countedIn = null;
}
