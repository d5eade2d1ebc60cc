import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { noteGrantUse, noteKeyUse } from "#lib/identity/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";

const keptMs = 10 * minuteMs;

const fold: Statement = {
  name: "limits.fold_rate_windows",
  repeatable: false,
  text: `
    with gone as (
      delete from rate_windows where starts_at < $1
      returning credential_id, starts_at
    ),
    latest as (select credential_id, max(starts_at) as at from gone group by credential_id),
    keys as (${noteKeyUse})
    ${noteGrantUse}`,
};

/**
 * Removes past minutes and stores the newest of them as the credential's last use, so that no call
 * has to write to its key's or grant's row.
 */
export async function foldRateWindows(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs);
  await withSystemTx(ctx, ({ db }) => db.run(fold, [before]));
}
