import { leavePortal, open, settle, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** By address, from whatever page is shown. */
export async function logOut(session: BrowserSession, exit: string): Promise<void> {
  await leavePortal(session, async (leaving) => {
    await open(leaving, exit);
    const left = await settle(leaving, leaving.page, {
      closed: { text: "Ha salido de" },
      // Nothing was open any more.
      asksToLogIn: { selector: "form#acceso" },
    });
    if (left === "unknown") throw unknownShape("the portal did not confirm the logout");
  });
}
