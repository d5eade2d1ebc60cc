import { recordAct } from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { SystemContext } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { joinedSystem } from "#lib/db/joined.ts";
import { waitingLog } from "#lib/kernel/done-acts.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { operatorActions } from "./operator-actions.sql.ts";

export { actionsSince, newestAction } from "./newest-action.ts";
export { organizationOf, type OwnedPrefix, ownedPrefixes } from "./organization-of.ts";
export {
  isNotPaused,
  isPause,
  isPaused,
  mayEmit,
  requireMayEmit,
  requireRunning,
} from "./require-free.ts";
export { dropHold, everyOrganization, listHolds, setHold, untilRestored } from "./set-hold.ts";

type Row = typeof operatorActions.$inferInsert;

/** Who changes what of whom, and why; `options` without names, mails and folders. */
type OperatorAction = Required<
  Pick<Row, "operator" | "command" | "subject" | "organization" | "reason" | "options">
>;

/** Its organization, if only the change itself creates it. */
interface Changed {
  organization?: string;
}

interface Manner {
  rehearse?: boolean;
  /** Fields of the result that its row stores too. */
  keeps?: readonly string[];
}

/**
 * A change and its row in one transaction: no row, no change. An organization also sees it in its
 * own audit. A rehearsal carries everything out and then rolls it back.
 */
export async function actAsOperator<T extends Changed>(
  ctx: SystemContext,
  action: OperatorAction,
  work: (inside: SystemContext, requestId: string) => Promise<T>,
  { rehearse = false, keeps = [] }: Manner = {},
): Promise<T> {
  const elapsedMs = startTimer();
  const id = newId("opa", ctx.clock.now());
  const requestId = newId("req", ctx.clock.now());
  const rehearsed: T[] = [];
  const waiting = waitingLog(ctx.log);
  const whole = (): Promise<T> =>
    ctx.db.transaction("*", async (queries) => {
      rehearsed.length = 0;
      waiting.drop();
      const db = joinedSystem(queries);
      const result = await work({ ...ctx, db, log: waiting.log }, requestId);
      if (rehearse) {
        rehearsed.push(result);
        throw new TypeError("undoes the transaction");
      }
      const at = ctx.clock.now();
      const organization = action.organization ?? result.organization ?? null;
      const kept = Object.entries(result).filter(([name]) => keeps.includes(name));
      const options = { ...action.options, ...Object.fromEntries(kept) };
      await db.transaction("*", (tx) => insert(tx, { ...action, options, organization, id, at }));
      const act = { ...action, requestId, organization };
      if (organization !== null)
        await showInAudit(queries, { ...act, organization }, at, elapsedMs());
      waiting.begin();
      return result;
    });
  try {
    const result = await repeatUndone(whole);
    waiting.write();
    const { command, subject, operator, reason } = action;
    ctx.log.info("admin.done", { action: id, command, subject, operator, reason });
    return result;
  } catch (error) {
    const [result] = rehearsed;
    if (result === undefined) throw error;
    return result;
  }
}

async function insert({ orm }: Queries, row: Row): Promise<void> {
  await orm.insert(operatorActions).values(row);
}

function showInAudit(
  db: Queries,
  act: { organization: string; operator: string; command: string; requestId: string },
  at: Date,
  latencyMs: number,
): Promise<void> {
  const row = {
    organizationId: act.organization,
    actor: actors.operator(act.operator),
    requestId: act.requestId,
    operation: `admin.${act.command.replaceAll(/[ -]/g, "_")}`,
    source: null,
  };
  return recordAct({ db, at }, row, { outcome: "ok", httpStatus: 200, latencyMs });
}
