import { MailAddress } from "../mail-address.ts";
import { isMarked, markBrowser } from "./known-browser.ts";
import { notePasswordKnown } from "./password-chooser.ts";
import type { AccountContext, Origin } from "./register.ts";
import { admitSignIn, type Admission } from "./sign-in-limits.ts";

export type SignIn =
  | { kind: "signed_in"; userId: string; cookies: readonly string[]; mark: string }
  | { kind: "refused" }
  | Exclude<Admission, { kind: "admitted" }>;

/** The same answer and the same work for an unknown mail and a wrong password. */
export async function signIn(
  ctx: AccountContext,
  typed: { mail: string; password: string },
  headers: Headers,
  { browser, address, mark }: Origin,
): Promise<SignIn> {
  const parsed = MailAddress.safeParse(typed.mail);
  const password = typed.password.slice(0, 200);
  if (!parsed.success || password === "") return { kind: "refused" };
  const mail = parsed.data;
  const isKnown = await isMarked(ctx, mark, mail);
  const admission = await admitSignIn(ctx, mail, address, isKnown);
  if (admission.kind !== "admitted") return admission;
  const answer = await ctx.auth.signIn({ email: mail, password }, headers);
  switch (answer.kind) {
    case "signed_in":
      await admission.passed();
      return { ...answer, mark: markBrowser(ctx.secret, mail, answer) };
    case "unverified":
      // This browser may confirm it, by a code that it asks for. Told apart from a refusal, or not
      // counted, it would tell who signs up with another's mail whether that has an account.
      await notePasswordKnown(ctx, { mail, browser });
      return { kind: "refused" };
    case "refused":
      return answer;
  }
}
