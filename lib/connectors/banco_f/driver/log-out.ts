import { leavePortal, openAddress, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { codes } from "../portal.ts";
import { call } from "./api.ts";
import { keptToken } from "./log-in.ts";

/** Both of the bank's portals have the same log-out, with the token still stored in the tab. */
export async function logOut(
  session: BrowserSession,
  baseUrl: string,
  known: string | null,
): Promise<void> {
  await leavePortal(session, async (leaving) => {
    await openAddress(leaving, `${baseUrl}/entrar`);
    const token = known ?? (await keptToken(leaving));
    // Without a token there is no session to end.
    if (token === null) return;
    const { codigo } = await call({ session: leaving, baseUrl, token }, "/salir", "POST");
    // "Ended" is fine too: no session was open any more.
    if (codigo !== codes.ok && codigo !== codes.ended) {
      throw unknownShape("the portal did not confirm the logout");
    }
  });
}
