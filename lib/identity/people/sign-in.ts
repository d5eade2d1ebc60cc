import { MailAddress } from "./mail-address.ts";
import { isMarked, markBrowser } from "./known-browser.ts";
import { notePasswordKnown } from "./password-chooser.ts";
import type { AccountContext, Origin } from "./register.ts";
import { admitSignIn, type Admission } from "./sign-in-limits.ts";

export type SignIn =
  | { kind: "signed_in"; userId: string; cookies: readonly string[]; mark: string }
  | { kind: "unverified"; mail: string }
  | { kind: "refused" }
  | Exclude<Admission, { kind: "admitted" }>;

/** One answer for a mail that is unknown and a password that is wrong, and the same work. */
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
  const admission = await admitSignIn(ctx, mail, address, isMarked(ctx.secret, mark, mail));
  if (admission.kind !== "admitted") return admission;
  const answer = await ctx.auth.signIn({ email: mail, password }, headers);
  if (answer.kind === "refused") return answer;
  await admission.passed();
  if (answer.kind === "signed_in") return { ...answer, mark: markBrowser(ctx.secret, mail) };
  await notePasswordKnown(ctx, { mail, browser });
  return { kind: "unverified", mail };
}
