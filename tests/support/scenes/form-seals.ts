import { sealForm } from "#functions/dashboard/frame/form-seal.ts";
import type { TestDashboard } from "./dashboard.ts";
import type { Visitor } from "./visitor.ts";

/** The hidden fields of a form of ours for this browser, made without its page: for people who are not shown it. */
export async function sealFor(
  { deps: { auth, secret, clock } }: TestDashboard,
  { cookies }: Visitor,
  path: string,
): Promise<string> {
  const session = cookies.get("connect") ?? "";
  const person = await auth.signedIn(new Headers({ cookie: `connect=${session}` }));
  if (person === null && !cookies.has("connect-form")) cookies.set("connect-form", "A".repeat(43));
  const binding = person?.sessionId ?? cookies.get("connect-form") ?? "";
  return sealForm({ secret, now: clock.now() }, { binding, path });
}
