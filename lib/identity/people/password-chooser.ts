import type { Statement } from "#lib/db/database.ts";
import { withPersonalTx } from "#lib/db/context.ts";
import { lockMail, type PeopleContext, type PeopleTx } from "./people-context.ts";

/** A browser in which somebody signs up with an unconfirmed mail. */
interface Chooser {
  mail: string;
  browser: string;
}

/**
 * `$3`: 1 for a further password, else 0. Every recorded browser updates it, so that it is dropped
 * after their rows.
 */
const count: Statement = {
  name: "people.count_password",
  repeatable: false,
  text: `
    insert into tallies as t (what, subject, starts_at, count, last_at)
    values ('sign_up', $1, 'epoch', 1, $2)
    on conflict (what, subject, starts_at) do update set count = t.count + $3, last_at = $2
    returning count`,
};

const note: Statement = {
  name: "people.note_chooser",
  repeatable: true,
  text: `
    insert into tallies (what, subject, starts_at, count, last_at)
    values ('sign_up_browser', $1, 'epoch', 1, $2)
    on conflict (what, subject, starts_at) do update set last_at = $2`,
};

const counted: Statement = {
  name: "people.counted_passwords",
  repeatable: true,
  text: `
    select subject, count from tallies where what = 'sign_up' and subject = any($1::bytea[])
    order by last_at desc limit 1`,
};

const find: Statement = {
  name: "people.find_chooser",
  repeatable: true,
  text: "select 1 from tallies where what = 'sign_up_browser' and subject = $1",
};

/** In the transaction of the sign-up. An earlier chooser no longer owns the password. */
export async function notePasswordChosen(tx: PeopleTx, chooser: Chooser): Promise<void> {
  await noteChooser(tx, chooser, 1);
}

/** Somebody who signs in with the newest password may confirm it as well. */
export function notePasswordKnown(ctx: PeopleContext, chooser: Chooser): Promise<void> {
  return withPersonalTx(ctx, (tx) => noteChooser(tx, chooser, 0));
}

/** Whether this browser chose the account's password: only such a browser may confirm it. */
export async function hasChosenPassword(tx: PeopleTx, chooser: Chooser): Promise<boolean> {
  await lockMail(tx, chooser.mail);
  const mails = tx.secret.hashes("mail-address", chooser.mail);
  const [row] = await tx.db.run<{ subject: Buffer; count: number }>(counted, [mails]);
  if (row === undefined) return false;
  // Both rows were made with one secret, which need not be the newest one here.
  const by = mails.findIndex((mail) => mail.equals(row.subject));
  const subject = tx.secret.hashes("mail-address", textOf(chooser, row.count))[by];
  return (await tx.db.run(find, [subject])).length > 0;
}

async function noteChooser(tx: PeopleTx, chooser: Chooser, further: 0 | 1): Promise<void> {
  const now = tx.clock.now();
  const mail = await lockMail(tx, chooser.mail);
  const [row] = await tx.db.run<{ count: number }>(count, [mail, now, further]);
  const subject = tx.secret.hash("mail-address", textOf(chooser, row?.count ?? 0));
  await tx.db.run(note, [subject, now]);
}

function textOf({ mail, browser }: Chooser, password: number): string {
  return JSON.stringify([mail, browser, password]);
}
