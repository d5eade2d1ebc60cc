import type { LoginOutcome } from "../driver/driver.ts";
import type { Entry } from "./bank-driver.ts";

/** Every portal's possible refusals of a credential. */
export type EntryRefusal = "rejected" | "blocked" | "busy";

interface LoginForm<Answer extends string> {
  open(): Promise<void>;
  fill(): Promise<void>;
  /** Sends the form: from here on a session may be open. */
  send(): Promise<void>;
  /** Which of the portal's answers is shown. */
  answer(): Promise<Answer | EntryRefusal | "unknown">;
}

/** How to continue after an answer that is no refusal. */
type Next = () => LoginOutcome | Promise<LoginOutcome>;

/** From the login form to what the portal's answer leads to. */
export async function enterPortal<Answer extends string>(
  { onSend }: Pick<Entry, "onSend">,
  form: LoginForm<Answer>,
  next: Readonly<Record<Answer, Next>>,
): Promise<LoginOutcome> {
  await form.open();
  await form.fill();
  await onSend();
  await form.send();
  const answer = await form.answer();
  return isRefusal(answer) ? { kind: answer } : next[answer]();
}

function isRefusal(answer: string): answer is EntryRefusal | "unknown" {
  return ["rejected", "blocked", "busy", "unknown"].includes(answer);
}
