import { createHash } from "node:crypto";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

const keptMs = 24 * 3_600_000;

const take: Statement = {
  name: "people.use_form",
  repeatable: false,
  text: `insert into used_forms (number, used_at) values ($1, $2) on conflict do nothing returning 1`,
};

const drop: Statement = {
  name: "people.drop_forms",
  repeatable: false,
  text: `
    with forms as (delete from used_forms where used_at < $1),
    codes as (delete from mail_codes where expires_at < $1),
    invited as (
      delete from invitations where coalesce(accepted_at, revoked_at, expires_at) < $1
    )
    delete from tallies where last_at < $1`,
};

/**
 * False when a form with this number was sent before. In the transaction of what the form does, so
 * that the number of an act that failed can be sent again.
 */
export async function useForm(
  { db, clock }: Pick<InTransaction<SystemContext>, "db" | "clock">,
  number: string,
): Promise<boolean> {
  const hash = createHash("sha256").update(number).digest();
  return (await db.run(take, [hash, clock.now()])).length === 1;
}

/** Housekeeping's: numbers, codes, counts and invitations that no longer decide anything. */
export async function dropOldForms(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs);
  await withSystemTx(ctx, ({ db }) => db.run(drop, [before]));
}
