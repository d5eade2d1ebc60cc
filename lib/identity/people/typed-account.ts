import { unseenClasses } from "#lib/kernel/clean-text.ts";
import { latePattern } from "#lib/kernel/late-pattern.ts";
import { longestName } from "../bounds.ts";
import { MailAddress } from "../mail-address.ts";
import { passwordProblem, type PasswordProblem } from "./password-problem.ts";

export interface TypedAccount {
  name: string;
  mail: string;
  password: string;
}

export type AccountProblem =
  | { field: "name"; problem: "empty" | "long" }
  | { field: "mail"; problem: "not_mail" }
  | { field: "password"; problem: PasswordProblem };

type CheckedAccount =
  | { kind: "invalid"; problems: AccountProblem[] }
  | ({ kind: "valid" } & TypedAccount);

const unseen = latePattern(`[${unseenClasses}]+`, "gu");

/** Names go into mails and pages of others: one line, and no sign that turns text around. */
function plainLine(text: string): string {
  return text.replace(unseen(), " ").replace(/\s+/g, " ").trim();
}

/** A person's own data in canonical form, or what is wrong with it. */
export function nameAndMail(typed: TypedAccount): CheckedAccount {
  const name = plainLine(typed.name);
  const parsed = MailAddress.safeParse(typed.mail);
  const mail = parsed.data ?? "";
  const password = passwordProblem(typed.password, mail);
  const problems: AccountProblem[] = [];
  if (name === "") problems.push({ field: "name", problem: "empty" });
  if (name.length > longestName) problems.push({ field: "name", problem: "long" });
  if (!parsed.success) problems.push({ field: "mail", problem: "not_mail" });
  if (password !== null) problems.push({ field: "password", problem: password });
  if (problems.length > 0) return { kind: "invalid", problems };
  return { kind: "valid", name, mail, password: typed.password };
}
