import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { doubtRestored, type Acts } from "#lib/ledger/index.ts";
import { listHolds, setHold, untilRestored } from "#lib/operator/index.ts";
import { forgetSchedules } from "#lib/schedules/index.ts";

export { finishRestore } from "./finish-restore.ts";
export { replayActs } from "./replay-acts.ts";
export { notSaidAgain } from "./said-again.ts";

const endSessions: Statement = {
  name: "restore.end_sessions",
  repeatable: true,
  text: "delete from auth.session where created_at <= $1",
};

interface Begun {
  /** Operations of which it is no longer known whether they were done. */
  unknown: number;
  /** Previews that nobody may issue. */
  previews: number;
}

/** From its beginning until it is finished. */
export async function isRestoring(ctx: SystemContext): Promise<boolean> {
  const held = await listHolds(ctx);
  return held.some(({ kind, subject }) => kind === "emissions" && subject === untilRestored);
}

/**
 * Before anything runs on a restored database: nothing is issued until the restore is finished,
 * nobody is signed in, and every schedule is registered again.
 */
export async function beginRestore(ctx: SystemContext, acts: Acts): Promise<Begun> {
  await setHold(ctx, { kind: "emissions", subject: untilRestored });
  const doubted = await doubtRestored(ctx, acts);
  await withSystemTx(ctx, ({ db }) => db.run(endSessions, [ctx.clock.now()]));
  await forgetSchedules(ctx);
  return doubted;
}
