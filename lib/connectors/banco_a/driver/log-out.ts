import { leaveBy, type BrowserSession } from "#lib/browser/index.ts";

export function logOut(session: BrowserSession, baseUrl: string): Promise<void> {
  return leaveBy(session, `${baseUrl}/salir`, {
    closed: { text: "Su sesión ha sido cerrada" },
    asksToLogIn: { selector: "form[name='ingreso']" },
  });
}
