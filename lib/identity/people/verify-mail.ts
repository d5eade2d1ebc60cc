import { personalScope, withPersonalTx } from "#lib/db/context.ts";
import { queueMail } from "#lib/notices/index.ts";
import { issueCode, redeemCode } from "./mail-codes.ts";
import { hasChosenPassword } from "./password-chooser.ts";
import { lockMail } from "./people-context.ts";
import type { AccountContext, MailToSend, Origin } from "./register.ts";

export type CodeAnswer =
  | { kind: "asked"; toSend: MailToSend | null }
  | { kind: "wait"; until: Date };

/**
 * Another code, for somebody with an unconfirmed account whose password they chose. For all others
 * it looks the same.
 */
export async function askVerifyCode(
  ctx: AccountContext,
  mail: string,
  { browser, address }: Pick<Origin, "browser" | "address">,
): Promise<CodeAnswer> {
  const person = await ctx.auth.findPerson(mail);
  return withPersonalTx(ctx, async (tx): Promise<CodeAnswer> => {
    const issued = await issueCode(tx, { purpose: "verify", mail, browser }, address);
    if (issued.kind === "wait") return issued;
    const content = { kind: "verify_code", code: issued.code } as const;
    const isTheirs = await hasChosenPassword(tx, { mail, browser });
    const isDecoy = person === null || person.emailVerified || !isTheirs;
    const id = await queueMail(tx, { organizationId: personalScope, to: mail, content, isDecoy });
    return { kind: "asked", toSend: isDecoy ? null : { organizationId: personalScope, id } };
  });
}

/** True when the mail is now confirmed. */
export async function verifyMail(
  ctx: AccountContext,
  { mail, code, browser }: { mail: string; code: string; browser: string },
): Promise<boolean> {
  return withPersonalTx(ctx, async (tx) => {
    // Nobody can choose another password between the code and what it confirms.
    await lockMail(tx, mail);
    const isRight = await redeemCode(tx, { purpose: "verify", mail, browser }, code);
    // Somebody elsewhere may have chosen another one since the code was sent.
    if (!isRight || !(await hasChosenPassword(tx, { mail, browser }))) return false;
    return ctx.auth.confirmMail(mail);
  });
}
