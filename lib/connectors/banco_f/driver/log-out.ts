import { leavePortal, open, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { codes } from "../portal.ts";
import { call } from "./api.ts";
import { keptToken } from "./log-in.ts";

/** One exit for both of the bank's portals, with the token that the tab still keeps. */
export async function logOut(
  session: BrowserSession,
  baseUrl: string,
  known: string | null,
): Promise<void> {
  await leavePortal(session, async (leaving) => {
    await open(leaving, `${baseUrl}/entrar`);
    const token = known ?? (await keptToken(leaving));
    // Without a token there is no session that could be left.
    if (token === null) return;
    const { codigo } = await call({ session: leaving, baseUrl, token }, "/salir", "POST");
    // "Ended" is the same: nothing was open any more.
    if (codigo !== codes.ok && codigo !== codes.ended) {
      throw unknownShape("the portal did not confirm the logout");
    }
  });
}
