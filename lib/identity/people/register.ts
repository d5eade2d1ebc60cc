import { withPersonalTx, personalScope } from "#lib/db/context.ts";
import { queueMail } from "#lib/notices/index.ts";
import type { AuthPort } from "../auth-port.ts";
import { issueCode } from "./mail-codes.ts";
import type { CallerAddress, PeopleContext } from "./people-context.ts";
import { notePasswordChosen } from "./password-chooser.ts";
import { openInvitation } from "../members/find-invitation.ts";
import { maskedMail } from "../mail-address.ts";
import { nameAndMail, type AccountProblem, type TypedAccount } from "./typed-account.ts";

export interface AccountContext extends PeopleContext {
  auth: AuthPort;
  /** `invited`: only people with an invitation may create an account. */
  signUp: "invited" | "open";
}

/** Where a form came from: its browser, and its machine if known. */
export interface Origin {
  browser: string;
  address: CallerAddress;
  /** The mark that an earlier sign-in left in the browser. */
  mark: string | null;
}

export type MailToSend = { organizationId: string; id: string };

/**
 * `asked` is the answer for a new mail and for one with an account: only the mail tells them apart.
 */
type Registration =
  | { kind: "asked"; mail: string; toSend: MailToSend }
  | { kind: "wait"; until: Date }
  | { kind: "invalid"; problems: readonly AccountProblem[] }
  | { kind: "closed" }
  | { kind: "other_mail"; maskedMail: string };

export async function register(
  ctx: AccountContext,
  typed: TypedAccount & { invitation: string | null },
  { browser, address }: Pick<Origin, "browser" | "address">,
): Promise<Registration> {
  const checked = nameAndMail(typed);
  if (checked.kind === "invalid") return checked;
  const { mail, name, password } = checked;
  const invitation = typed.invitation === null ? null : await openInvitation(ctx, typed.invitation);
  if (ctx.signUp === "invited" && invitation === null) return { kind: "closed" };
  if (invitation !== null && invitation.email !== mail) {
    return { kind: "other_mail", maskedMail: maskedMail(invitation.email) };
  }
  return withPersonalTx(ctx, async (tx): Promise<Registration> => {
    const issued = await issueCode(tx, { purpose: "verify", mail, browser }, address);
    if (issued.kind === "wait") return issued;
    // Under the mail's lock, together with the code, so that the code confirms this password.
    const registered = await ctx.auth.signUp({ email: mail, name, password });
    await notePasswordChosen(tx, { mail, browser });
    const content =
      registered.kind === "known"
        ? ({ kind: "already_registered" } as const)
        : ({ kind: "verify_code", code: issued.code } as const);
    const id = await queueMail(tx, { organizationId: personalScope, to: mail, content });
    return { kind: "asked", mail, toSend: { organizationId: personalScope, id } };
  });
}
