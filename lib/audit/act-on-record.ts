import type { Actor } from "#lib/db/actors.ts";
import type { Context, SystemContext } from "#lib/db/context.ts";
import { joined } from "#lib/db/joined.ts";
import type { Queries } from "#lib/db/database.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { recordCall } from "./record-call.ts";
import type { CallSource } from "./source.ts";

/** What somebody does by a form: who, where, and by which name it is kept. */
export interface Act {
  organizationId: string;
  actor: Actor;
  requestId: string;
  operation: string;
  source: CallSource | null;
}

/** What came of it. A status of 400 or more says that nothing was done. */
export interface Ended<T> {
  value: T;
  httpStatus: number;
}

const refused = "refused";

/**
 * The act and its row as one transaction: no row, no act. What fails, or ends with a refusal, is
 * undone whole and on record as such. What lost a deadlock is done again: `work` changes rows alone.
 */
export async function actOnRecord<C extends Context, T>(
  ctx: C,
  act: Act,
  work: (ctx: C) => Promise<Ended<T>>,
): Promise<T> {
  const elapsedMs = startTimer();
  const row = (db: Queries, outcome: string, httpStatus: number) =>
    recordAct({ db, at: ctx.clock.now() }, act, { outcome, httpStatus, latencyMs: elapsedMs() });
  const undone: Ended<T>[] = [];
  const whole = (): Promise<T> =>
    ctx.db.transaction(act.organizationId, async (db) => {
      const ended = await work({ ...ctx, db: joined(db, act.organizationId) });
      if (ended.httpStatus >= 400) {
        undone.push(ended);
        throw new TypeError("undoes the transaction");
      }
      await row(db, "ok", ended.httpStatus);
      return ended.value;
    });
  try {
    return await repeatUndone(whole);
  } catch (error) {
    const [ended] = undone;
    if (ended !== undefined) {
      await row(ctx.db, refused, ended.httpStatus);
      return ended.value;
    }
    const { code, entry } = asAppError(error);
    await row(ctx.db, code, entry.status);
    throw error;
  }
}

/** For an act whose own transaction writes its row: what was refused is on record by one more. */
export async function refusalOnRecord<T>(
  ctx: SystemContext,
  act: Act,
  work: () => Promise<Ended<T>>,
): Promise<T> {
  const elapsedMs = startTimer();
  const row = (outcome: string, httpStatus: number) =>
    recordAct({ ...ctx, at: ctx.clock.now() }, act, {
      outcome,
      httpStatus,
      latencyMs: elapsedMs(),
    });
  try {
    const { value, httpStatus } = await work();
    if (httpStatus >= 400) await row(refused, httpStatus);
    return value;
  } catch (error) {
    const { code, entry } = asAppError(error);
    await row(code, entry.status);
    throw error;
  }
}

/**
 * For an act that no transaction of ours holds: its row is there before it, which does not happen
 * without one, and once more with how it ended.
 */
export async function actBetweenRows<T>(
  ctx: SystemContext,
  act: Act,
  work: () => Promise<Ended<T>>,
): Promise<T> {
  const elapsedMs = startTimer();
  const startedAt = ctx.clock.now();
  const row = (outcome: string, httpStatus: number | null, at: Date) =>
    recordAct({ ...ctx, at }, act, { outcome, httpStatus, latencyMs: elapsedMs() });
  /** The newest row of a request counts, so the end is later than the start by the clock's own measure. */
  const endRow = (outcome: string, httpStatus: number): Promise<void> =>
    row(
      outcome,
      httpStatus,
      new Date(Math.max(ctx.clock.now().getTime(), startedAt.getTime() + 1)),
    );
  await row("started", null, startedAt);
  try {
    const { value, httpStatus } = await work();
    await endRow(httpStatus < 400 ? "ok" : refused, httpStatus);
    return value;
  } catch (error) {
    const { code, entry } = asAppError(error);
    await endRow(code, entry.status);
    throw error;
  }
}

/** The row alone: for an act whose own transaction writes it. */
export async function recordAct(
  { db, at }: { db: Queries; at: Date },
  act: Act,
  end: { outcome: string; httpStatus: number | null; latencyMs: number },
): Promise<void> {
  await recordCall(db, {
    ...act,
    ...end,
    at,
    plane: "control",
    operationRequestId: null,
    connectionId: null,
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
  });
}
