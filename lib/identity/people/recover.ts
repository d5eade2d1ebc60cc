import { personalScope, withPersonalTx } from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { queueMail } from "#lib/notices/index.ts";
import { endGrantsOfPerson, logEnded } from "../grants/end-grant.ts";
import { isMarked } from "./known-browser.ts";
import { listMemberships } from "../members/memberships.ts";
import { issueCode, redeemCode } from "./mail-codes.ts";
import { passwordProblem, type PasswordProblem } from "./password-problem.ts";
import { lockMail } from "./people-context.ts";
import type { AccountContext, MailToSend, Origin } from "./register.ts";
import { forgetSignIns } from "./sign-in-limits.ts";
import type { CodeAnswer } from "./verify-mail.ts";

/**
 * Sends a code for choosing another password. An unknown mail gets the same answer, and no mail.
 */
export async function askResetCode(
  ctx: AccountContext,
  mail: string,
  { browser, address, mark }: Origin,
): Promise<CodeAnswer> {
  const isDecoy = (await ctx.auth.findPerson(mail)) === null;
  const isKnown = await isMarked(ctx, mark, mail);
  return withPersonalTx(ctx, async (tx): Promise<CodeAnswer> => {
    const issued = await issueCode(tx, { purpose: "reset", mail, browser }, address, isKnown);
    if (issued.kind === "wait") return issued;
    const content = { kind: "reset_code", code: issued.code } as const;
    const id = await queueMail(tx, { organizationId: personalScope, to: mail, content, isDecoy });
    return { kind: "asked", toSend: isDecoy ? null : { organizationId: personalScope, id } };
  });
}

interface Reset {
  mail: string;
  code: string;
  password: string;
  browser: string;
}

type ResetAnswer =
  | { kind: "done"; toSend: MailToSend }
  | { kind: "refused" }
  | { kind: "invalid"; problem: PasswordProblem };

/**
 * Sets another password: ends every session and application of the person, and unlocks the mail.
 */
export async function resetPassword(
  ctx: AccountContext,
  { mail, code, password, browser }: Reset,
): Promise<ResetAnswer> {
  // Before the code is used up.
  const problem = passwordProblem(password, mail);
  if (problem !== null) return { kind: "invalid", problem };
  const subject = { purpose: "reset", mail, browser } as const;
  const isRight = await withPersonalTx(ctx, (tx) => redeemCode(tx, subject, code));
  if (!isRight) return { kind: "refused" };
  const person = await ctx.auth.findPerson(mail);
  if (person === null) return { kind: "refused" };
  // First, since after the password the code is used up: an interrupted call could not end them
  // later.
  await endApplications(ctx, person.userId);
  await withPersonalTx(ctx, async (tx) => {
    // Nobody can sign up with the mail between setting the password and confirming it.
    await lockMail(tx, mail);
    await ctx.auth.setPassword(person.userId, password);
    // The code came by mail, so the mail is confirmed too.
    await ctx.auth.confirmMail(mail);
  });
  logDone(ctx.log, { act: "password.changed", subject: person.userId });
  // Again: until then the old password could still consent to another one.
  await endApplications(ctx, person.userId);
  await forgetSignIns(ctx, mail);
  const toSend = await tellPasswordChanged(ctx, mail);
  return { kind: "done", toSend };
}

/**
 * In each of their organizations; where they are no member, nothing of theirs is active any more.
 */
export async function endApplications(ctx: AccountContext, userId: string): Promise<void> {
  for (const { organizationId } of await listMemberships(ctx, userId)) {
    const ended = await ctx.db.transaction(organizationId, (db) =>
      endGrantsOfPerson({ ...ctx, db }, userId),
    );
    logEnded(ctx.log, ended);
  }
}

export async function tellPasswordChanged(ctx: AccountContext, mail: string): Promise<MailToSend> {
  const content = { kind: "password_changed", at: ctx.clock.now() } as const;
  const id = await withPersonalTx(ctx, (tx) =>
    queueMail(tx, { organizationId: personalScope, to: mail, content }),
  );
  return { organizationId: personalScope, id };
}
