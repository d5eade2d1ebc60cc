import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { keyGraceMs } from "../signing-keys.ts";

const sessionMs = 7 * dayMs;

/**
 * Rows that no longer decide anything. An exchanged refresh token is kept until its end, so that a
 * replay is noticed, or for a day after its grant ended.
 */
const drop: Statement = {
  name: "auth.drop_ended_rows",
  repeatable: true,
  text: `
    with sessions as (delete from auth.session where expires_at <= $1 or created_at <= $2),
    codes as (delete from auth.verification where expires_at <= $1),
    keys as (delete from auth.jwks where expires_at <= $3),
    tokens as (
      delete from auth.oauth_refresh_token t where t.expires_at <= $1
        or exists (select from grants g where g.id = t.reference_id and g.ended_at <= $4))
    select 1`,
};

/** Run by housekeeping: drops sessions, codes, refresh tokens and signing keys past their end. */
export async function dropEndedRows(ctx: SystemContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  const values = [now, now - sessionMs, now - keyGraceMs, now - dayMs].map((ms) => new Date(ms));
  await withSystemTx(ctx, ({ db }) => db.run(drop, values));
}
