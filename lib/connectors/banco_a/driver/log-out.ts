import { open, settle, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** By address, from whatever page or frame is shown. */
export async function leave(session: BrowserSession, baseUrl: string): Promise<void> {
  await open(session, `${baseUrl}/salir`);
  const left = await settle(session, session.page, {
    closed: { text: "Su sesión ha sido cerrada" },
    // Nothing was open any more.
    asksToLogIn: { selector: "form[name='ingreso']" },
  });
  if (left === "unknown") throw unknownShape("the portal did not confirm the logout");
}
