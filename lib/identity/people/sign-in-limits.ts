import { withPersonalTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { hourMs, minuteMs } from "#lib/kernel/clock.ts";
import { hashSource, lockMail, type CallerAddress, type PeopleContext } from "./people-context.ts";
import { tallied, tally, untally, type TallyLimit } from "../tally.ts";

/** In a row, for one mail and address: then a pause. */
const rowMost = 5;
const pauseMs = 15 * minuteMs;
const ofMail: TallyLimit = { what: "sign_in_mail", windowMs: hourMs, most: 20 };
/** For all of the mail's known browsers together. */
const ofKnown: TallyLimit = { ...ofMail, what: "sign_in_known" };
const ofAddress: TallyLimit = { what: "sign_in_address", windowMs: hourMs, most: 100 };

const claimTry: Statement = {
  name: "people.claim_try",
  repeatable: false,
  text: `
    insert into tallies as t (what, subject, starts_at, count, last_at)
    values ('sign_in_row', $1, 'epoch', 1, $2)
    on conflict (what, subject, starts_at) do update set count = t.count + 1, last_at = $2
      where t.count = 0 or t.count % ${rowMost} > 0 or t.last_at <= $3
    returning count`,
};

const lastTry: Statement = {
  name: "people.last_try",
  repeatable: true,
  text: `select last_at as "lastAt" from tallies where what = 'sign_in_row' and subject = $1`,
};

const forgetTries: Statement = {
  name: "people.forget_tries",
  repeatable: true,
  text: "delete from tallies where what = 'sign_in_row' and subject = $1",
};

const forgetMail: Statement = {
  name: "people.forget_mail",
  repeatable: true,
  text: "delete from tallies where what in ('sign_in_mail', 'sign_in_known') and subject = $1",
};

/** `blocked`: this mail from this network. `recovery_only`: the mail from anywhere. */
export type Admission =
  | { kind: "admitted"; passed(): Promise<void> }
  | { kind: "blocked" | "recovery_only" | "too_many"; until: Date };

/**
 * Counted before the password is checked and undone if it was right, so that many tries at once
 * cannot get around the limit. A refused try is never compared, even with the right password.
 * `isKnown`: in a browser where the mail signed in before.
 */
export async function admitSignIn(
  ctx: PeopleContext,
  mail: string,
  address: CallerAddress,
  isKnown = false,
): Promise<Admission> {
  const now = ctx.clock.now();
  const { secret } = ctx;
  const from = hashSource(secret, address);
  const where = [from?.toString("hex") ?? "", ...(isKnown ? ["known"] : [])];
  const pair = secret.hash("mail-address", [mail, ...where].join(" "));
  const limit = isKnown ? ofKnown : ofMail;
  return withPersonalTx(ctx, async (tx): Promise<Admission> => {
    const subject = await lockMail(tx, mail);
    const { count, until } = await tallied(tx.db, limit, subject, now);
    if (count >= limit.most) return { kind: "recovery_only", until };
    const pausedSince = new Date(now.getTime() - pauseMs);
    if ((await tx.db.run(claimTry, [pair, now, pausedSince])).length === 0) {
      const [row] = await tx.db.run<{ lastAt: Date }>(lastTry, [pair]);
      const since = row?.lastAt ?? now;
      return { kind: "blocked", until: new Date(since.getTime() + pauseMs) };
    }
    if (from !== null) {
      const all = await tally(tx.db, ofAddress, from, now);
      if (all.isOver) return { kind: "too_many", until: all.until };
    }
    await tally(tx.db, limit, subject, now);
    const passed = () =>
      withPersonalTx(ctx, async ({ db }) => {
        await db.run(forgetTries, [pair]);
        await untally(db, limit, subject, now);
        if (from !== null) await untally(db, ofAddress, from, now);
      });
    return { kind: "admitted", passed };
  });
}

/** Another password was chosen by mail: earlier wrong tries say nothing about it. */
export async function forgetSignIns(ctx: PeopleContext, mail: string): Promise<void> {
  await withPersonalTx(ctx, async (tx) => {
    await tx.db.run(forgetMail, [await lockMail(tx, mail)]);
  });
}
