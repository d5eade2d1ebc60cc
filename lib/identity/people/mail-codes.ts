import { randomInt, timingSafeEqual } from "node:crypto";
import type { Statement } from "#lib/db/database.ts";
import { hourMs, minuteMs } from "#lib/kernel/clock.ts";
import { codeLifeMs } from "#lib/notices/index.ts";
import { hashSource, lockMail, type CallerAddress, type PeopleTx } from "./people-context.ts";
import { tallied, tally, type TallyLimit } from "../tally.ts";

type CodePurpose = "verify" | "reset";

const apartMs = minuteMs;
const digits = 8;
const mostTries = 3;
const ofMail: TallyLimit = { what: "code_mail", windowMs: hourMs, most: 5 };
/** For requests in the mail's known browsers: strangers cannot use it up. */
const ofKnown: TallyLimit = { ...ofMail, what: "code_known" };
const ofAddress: TallyLimit = { what: "code_address", windowMs: hourMs, most: 20 };

/** What a code is valid for: this mail, requested in this browser. */
export interface CodeSubject {
  purpose: CodePurpose;
  mail: string;
  /**
   * The form's cookie. A code requested elsewhere is useless to the reader of the mail, so nobody
   * can confirm a password that another person chose.
   */
  browser: string;
}

type IssuedCode = { kind: "issued"; code: string } | { kind: "wait"; until: Date };

const newest: Statement = {
  name: "people.newest_code",
  repeatable: true,
  text: `
    select max(last_at) as "at" from tallies
    where what in ('${ofMail.what}', '${ofKnown.what}') and subject = $1`,
};

const keep: Statement = {
  name: "people.keep_code",
  repeatable: false,
  text: `
    insert into mail_codes (purpose, address, code, tries, created_at, expires_at)
    values ($1, $2, $3, 0, $4, $5)
    on conflict (purpose, address) do update set code = excluded.code, tries = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at`,
};

const attempt: Statement = {
  name: "people.try_code",
  repeatable: false,
  text: `
    update mail_codes set tries = tries + 1
    where purpose = $1 and address = any($2::bytea[]) and tries < ${mostTries} and expires_at > $3
    returning address, code`,
};

const use: Statement = {
  name: "people.use_code",
  repeatable: false,
  text: "delete from mail_codes where purpose = $1 and address = $2 and code = $3 returning tries",
};

/** The same work and the same limits for every mail address, whether it has an account or not. */
export async function issueCode(
  tx: PeopleTx,
  subject: CodeSubject,
  from: CallerAddress,
  isKnown = false,
): Promise<IssuedCode> {
  const { db, secret } = tx;
  const now = tx.clock.now();
  const mail = await lockMail(tx, subject.mail);
  const [last] = await db.run<{ at: Date | null }>(newest, [mail]);
  const next = (last?.at?.getTime() ?? -Infinity) + apartMs;
  if (next > now.getTime()) return { kind: "wait", until: new Date(next) };
  const limit = isKnown ? ofKnown : ofMail;
  const sent = await tallied(db, limit, mail, now);
  if (sent.count >= limit.most) return { kind: "wait", until: sent.until };
  const source = hashSource(secret, from);
  if (source !== null) {
    const all = await tally(db, ofAddress, source, now);
    if (all.isOver) return { kind: "wait", until: all.until };
  }
  await tally(db, limit, mail, now);
  const code = String(randomInt(10 ** digits)).padStart(digits, "0");
  const expiresAt = new Date(now.getTime() + codeLifeMs);
  const hash = secret.hash("mail-code", textOf(subject, code));
  const asker = secret.hash("mail-address", askerOf(subject));
  await db.run(keep, [subject.purpose, asker, hash, now, expiresAt]);
  return { kind: "issued", code };
}

/**
 * Whether the code is right; it works once. Wrong, old, used and never sent codes look the same to
 * everybody.
 */
export async function redeemCode(
  { db, secret, clock }: PeopleTx,
  subject: CodeSubject,
  typed: string,
): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, "").slice(0, 20);
  const possible = secret.hashes("mail-code", textOf(subject, code));
  const askers = secret.hashes("mail-address", askerOf(subject));
  const found = await db.run<{ address: Buffer; code: Buffer }>(attempt, [
    subject.purpose,
    askers,
    clock.now(),
  ]);
  const right = found.find((row) => possible.some((hash) => timingSafeEqual(hash, row.code)));
  if (right === undefined) return false;
  return (await db.run(use, [subject.purpose, right.address, right.code])).length === 1;
}

/**
 * Tries count against the code that this browser requested: typing elsewhere uses up nobody's. A
 * guesser has three tries per code that is sent, and the codes of an hour are counted per mail.
 */
function askerOf({ mail, browser }: CodeSubject): string {
  return JSON.stringify([mail, browser]);
}

function textOf({ purpose, mail, browser }: CodeSubject, code: string): string {
  return JSON.stringify([purpose, mail, browser, code]);
}
