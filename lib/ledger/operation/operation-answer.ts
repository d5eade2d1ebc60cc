import { keptAnswerDays } from "#lib/contract/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { AppError, isErrorCode, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { openJson, type SealedPlace, type Vault } from "#lib/vault/index.ts";
import type { ActTerms, SynchronousTerms } from "../act.ts";
import type { LedgerContext } from "../ledger-context.ts";
import type { OperationRow } from "../ledger.sql.ts";

/** An operation's answer, word for word the same each time. */
export interface OperationAnswer {
  data: Record<string, unknown>;
  idempotency: "stored" | "replayed";
  operationRequestId: string;
}

/** An error that is an operation's own end, returned again to any caller who asks under its key. */
export class OperationFailed extends AppError {
  readonly idempotency: OperationAnswer["idempotency"];
  readonly operationRequestId: string;

  constructor(
    code: ConstructorParameters<typeof AppError>[0],
    details: Record<string, unknown>,
    { idempotency, operationRequestId }: Omit<OperationAnswer, "data">,
  ) {
    super(code, { details });
    this.idempotency = idempotency;
    this.operationRequestId = operationRequestId;
  }
}

export async function answerOf(
  ctx: LedgerContext,
  row: OperationRow,
  idempotency: OperationAnswer["idempotency"],
  terms: ActTerms,
): Promise<OperationAnswer> {
  const about = { idempotency, operationRequestId: row.operationRequestId };
  switch (terms.answers) {
    case "request":
      return { data: await requestOf(terms.answer(ctx, row), about), ...about };
    case "outcome":
      return settledAnswer(ctx, row, about, terms);
  }
}

/** An error of the request is this call's answer too. */
async function requestOf(
  answer: Promise<Record<string, unknown>>,
  about: Omit<OperationAnswer, "data">,
): Promise<Record<string, unknown>> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OperationFailed(error.code, error.details ?? {}, about);
  }
}

async function settledAnswer(
  ctx: Pick<LedgerContext, "vault" | "clock">,
  row: OperationRow,
  about: Omit<OperationAnswer, "data">,
  { words, unknown }: SynchronousTerms,
): Promise<OperationAnswer> {
  switch (row.state) {
    case "done": {
      const data = await openOutcome(ctx, row);
      if (data === null) {
        throw new AppError("idempotency_conflict", { details: { reason: "response_expired" } });
      }
      return { data, ...about };
    }
    case "rejected":
      throw new OperationFailed(
        errorOf(row),
        {
          operacionId: row.id,
          reason: "refused_at_send",
          recibo: row.receipt,
          ...(await openOutcome(ctx, row)),
        },
        about,
      );
    case "unknown":
      if (unknown !== undefined) return { data: unknown(row, ctx.clock.now()), ...about };
      throw new OperationFailed(
        words.unknown,
        { operacionId: row.id, fix: words.askCall(row) },
        about,
      );
    case "released": {
      // Nothing happened: the error is the visit's, and the key may be used again.
      const details = await openOutcome(ctx, row);
      throw new AppError(errorOf(row), details === null ? {} : { details });
    }
    case "queued":
    case "running":
    case "crossed":
      throw new TypeError("an operation that has not ended");
  }
}

function errorOf({ errorCode }: OperationRow): ErrorCode {
  return errorCode !== null && isErrorCode(errorCode) ? errorCode : "upstream_error";
}

/** Its answer; for one that was not done the details from its visit, or its proof. */
async function openOutcome(
  ctx: { vault: Vault },
  row: OperationRow,
): Promise<Record<string, unknown> | null> {
  if (row.outcome === null) return null;
  const opened = await openJson(ctx.vault, outcomePlace(row), row.outcome);
  return opened as Record<string, unknown>;
}

/** Until when the answer of one that ends now is kept, and what was asked for. */
export function keptUntil(endedAt: Date): Date {
  return new Date(endedAt.getTime() + keptAnswerDays * dayMs);
}

export function outcomePlace(row: { organizationId: string; id: string }): SealedPlace {
  return {
    organizationId: row.organizationId,
    purpose: "answer",
    table: "operations",
    column: "outcome",
    row: row.id,
  };
}
