import { leaveBy, type BrowserSession } from "#lib/browser/index.ts";

export function logOut(session: BrowserSession, exit: string): Promise<void> {
  return leaveBy(session, exit, {
    closed: { text: "Ha salido de" },
    asksToLogIn: { selector: "form#acceso" },
  });
}
