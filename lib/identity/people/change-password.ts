import { withPersonalTx } from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import type { SignedInPerson } from "../auth-port.ts";
import { passwordProblem, type PasswordProblem } from "./password-problem.ts";
import { lockMail } from "./people-context.ts";
import { endApplications, tellPasswordChanged } from "./recover.ts";
import type { AccountContext, MailToSend, Origin } from "./register.ts";
import { admitSignIn, type Admission } from "./sign-in-limits.ts";

type PasswordChange =
  | { kind: "done"; toSend: MailToSend }
  | { kind: "refused" }
  | { kind: "invalid"; problem: PasswordProblem }
  | Exclude<Admission, { kind: "admitted" }>;

interface NewPassword {
  current: string;
  next: string;
}

/**
 * Asks for the present password, with the limits of signing in from a known browser. Every session
 * ends, the caller's too.
 */
export async function changePassword(
  ctx: AccountContext,
  person: SignedInPerson,
  { current, next }: NewPassword,
  { address }: Pick<Origin, "address">,
): Promise<PasswordChange> {
  const problem = passwordProblem(next, person.email);
  if (problem !== null) return { kind: "invalid", problem };
  const admission = await admitSignIn(ctx, person.email, address, true);
  if (admission.kind !== "admitted") return admission;
  const isChanged = await withPersonalTx(ctx, async (tx) => {
    // If the account is recovered meanwhile, that sets another password: this one no longer
    // matches.
    await lockMail(tx, person.email);
    if (!(await ctx.auth.hasPassword(person.userId, current.slice(0, 200)))) return false;
    await ctx.auth.setPassword(person.userId, next);
    return true;
  });
  if (!isChanged) return { kind: "refused" };
  logDone(ctx.log, { act: "password.changed", subject: person.userId });
  await admission.passed();
  return { kind: "done", toSend: await tellPasswordChanged(ctx, person.email) };
}

/** Ends every session, and agents' grants if the person says so. */
export async function endEverything(
  ctx: AccountContext,
  person: SignedInPerson,
  { applications }: { applications: boolean },
): Promise<void> {
  if (applications) await endApplications(ctx, person.userId);
  await ctx.auth.endSessions(person.userId);
  // Again: until then, any of the sessions could still consent to another one.
  if (applications) await endApplications(ctx, person.userId);
}
