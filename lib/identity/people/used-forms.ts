import { createHash } from "node:crypto";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { dropInvitations } from "../members/open-invitations.ts";

const keptMs = dayMs;

const take: Statement = {
  name: "people.use_form",
  repeatable: false,
  text: `
    insert into used_forms (number, used_at) values ($1, $2)
    on conflict (number) do update set used_at = excluded.used_at
      where used_forms.used_at = '-infinity'
    returning 1`,
};

/**
 * The row stays: the role that answers calls cannot delete it, and housekeeping drops all old ones.
 */
const free: Statement = {
  name: "people.free_form",
  repeatable: true,
  text: `update used_forms set used_at = '-infinity' where number = $1`,
};

const drop: Statement = {
  name: "people.drop_forms",
  repeatable: false,
  text: `
    with forms as (delete from used_forms where used_at < $1),
    codes as (delete from mail_codes where expires_at < $1)
    delete from tallies where last_at < $1`,
};

/**
 * False when a form with this number was already sent. In the same transaction as the form's act,
 * so that the number of a failed act can be sent again.
 */
export async function useForm(
  { db, clock }: Pick<InTransaction<SystemContext>, "db" | "clock">,
  number: string,
): Promise<boolean> {
  return (await db.run(take, [hashOf(number), clock.now()])).length === 1;
}

/** For an act outside its number's transaction that certainly did not happen. */
export async function freeForm(db: Queries, number: string): Promise<void> {
  await db.run(free, [hashOf(number)]);
}

function hashOf(number: string): Buffer {
  return createHash("sha256").update(number).digest();
}

/**
 * Run by housekeeping: drops numbers, codes, counts and invitations that no longer decide anything.
 */
export async function dropOldForms(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs);
  await withSystemTx(ctx, async ({ db }) => {
    await db.run(drop, [before]);
    await dropInvitations(db, before);
  });
}
