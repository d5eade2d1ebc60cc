import type { Actor } from "#lib/db/actors.ts";
import type { Context, SystemContext } from "#lib/db/context.ts";
import { joined } from "#lib/db/joined.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { waitingLog } from "#lib/kernel/done-acts.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { recordCall } from "./record-call.ts";
import type { CallSource } from "./source.ts";

/** What somebody does through a form: who, where, and the name it is recorded under. */
export interface RecordedAct {
  organizationId: string;
  actor: Actor;
  requestId: string;
  operation: string;
  source: CallSource | null;
}

/** The outcome. A status of 400 or more means that nothing was done. */
export interface ActOutcome<T> {
  value: T;
  httpStatus: number;
}

const refused = "refused";

/**
 * Does the act and writes its row in one transaction: no row, no act. An act that fails or is
 * refused is rolled back, recorded as such, and logs nothing. After a deadlock it runs again, so
 * `work` may only change rows.
 */
export async function actOnRecord<C extends Context, T>(
  ctx: C,
  act: RecordedAct,
  work: (ctx: C) => Promise<ActOutcome<T>>,
): Promise<T> {
  const elapsedMs = startTimer();
  const row = (db: Queries, outcome: string, httpStatus: number) =>
    recordAct({ db, at: ctx.clock.now() }, act, { outcome, httpStatus, latencyMs: elapsedMs() });
  const undone: ActOutcome<T>[] = [];
  const waiting = waitingLog(ctx.log);
  const whole = (): Promise<T> =>
    ctx.db.transaction(act.organizationId, async (db) => {
      waiting.drop();
      const inside = { ...ctx, db: joined(db, act.organizationId), log: waiting.log };
      const ended = await work(inside);
      if (ended.httpStatus >= 400) {
        undone.push(ended);
        throw new TypeError("undoes the transaction");
      }
      await row(db, "ok", ended.httpStatus);
      waiting.begin();
      return ended.value;
    });
  try {
    const value = await repeatUndone(whole);
    waiting.write();
    return value;
  } catch (error) {
    const [ended] = undone;
    if (ended !== undefined) {
      await row(ctx.db, refused, ended.httpStatus);
      return ended.value;
    }
    return failOnRecord(ctx, error, (code, status) => row(ctx.db, code, status));
  }
}

/**
 * The original failure is thrown even if its row cannot be written; the log then says that the row
 * is missing.
 */
async function failOnRecord(
  { log }: Pick<SystemContext, "log">,
  error: unknown,
  row: (outcome: string, httpStatus: number) => Promise<void>,
): Promise<never> {
  const { code, entry } = asAppError(error);
  try {
    await row(code, entry.status);
  } catch (unwritten) {
    log.error("act.not_recorded", { code, error: unwritten });
  }
  throw error;
}

/** Depends on `scope`, so that the policies' setting is made before the table is touched. */
const findRow: Statement = {
  name: "audit.row_of_request",
  repeatable: true,
  text: `
    with scope as materialized (select set_config('app.org_id', $1, true) as org)
    select 1 from scope cross join lateral (
      select from audit
      where organization_id = scope.org and request_id = $2 and at >= $3 limit 1
    ) own`,
};

/** For an act that writes its own row: records a refusal, which that row cannot. */
export async function refusalOnRecord<T>(
  ctx: SystemContext,
  act: RecordedAct,
  work: () => Promise<ActOutcome<T>>,
): Promise<T> {
  const elapsedMs = startTimer();
  const startedAt = ctx.clock.now();
  const { organizationId, requestId } = act;
  const row = async (outcome: string, httpStatus: number): Promise<void> => {
    const own = await ctx.db.run(findRow, [organizationId, requestId, startedAt]);
    if (own.length > 0) return;
    const end = { outcome, httpStatus, latencyMs: elapsedMs() };
    await recordAct({ ...ctx, at: ctx.clock.now() }, act, end);
  };
  try {
    const { value, httpStatus } = await work();
    if (httpStatus >= 400) await row(refused, httpStatus);
    return value;
  } catch (error) {
    return failOnRecord(ctx, error, row);
  }
}

/**
 * For an act that cannot run in a transaction of ours: its row is written first, or it does not
 * run, and a second row says how it ended.
 */
export async function actBetweenRows<T>(
  ctx: SystemContext,
  act: RecordedAct,
  work: () => Promise<ActOutcome<T>>,
): Promise<T> {
  const elapsedMs = startTimer();
  const startedAt = ctx.clock.now();
  const row = (outcome: string, httpStatus: number | null, at: Date) =>
    recordAct({ ...ctx, at }, act, { outcome, httpStatus, latencyMs: elapsedMs() });
  /** The newest row of a request counts, so the end is timed by the same clock as the start. */
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
    return failOnRecord(ctx, error, endRow);
  }
}

/** Writes only the row, for an act with a transaction of its own. */
export async function recordAct(
  { db, at }: { db: Queries; at: Date },
  act: RecordedAct,
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
