import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { dayMs } from "#lib/kernel/clock.ts";

const keptMs = dayMs;

/** A decoy mail has no end of its own: it was never to be sent. */
const drop: Statement = {
  name: "mail.drop_ended",
  repeatable: true,
  text: "delete from outbox where state <> 'waiting' and coalesce(ended_at, expires_at) < $1",
};

/**
 * Run by housekeeping: drops what was sent or given up a day ago, since anybody can cause mails by
 * signing up.
 */
export async function dropEndedMails(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs);
  await withSystemTx(ctx, ({ db }) => db.run(drop, [before]));
}
