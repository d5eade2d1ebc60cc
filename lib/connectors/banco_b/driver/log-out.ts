import { leavePortal, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import { codes } from "../portal.ts";
import { BancoBApi } from "./api.ts";

/** Fetches its own token, since the last call may have spent one and brought none. */
export async function logOut(session: BrowserSession, baseUrl: string): Promise<void> {
  await leavePortal(session, async (leaving) => {
    const api = new BancoBApi(leaving, baseUrl);
    await api.start();
    const { codigo } = await api.post("/sesion/salir").catch(withoutToken);
    // "Ended" is fine too: no session was open any more.
    if (codigo !== codes.ok && codigo !== codes.sessionEnded) {
      throw unknownShape("the portal did not confirm the logout");
    }
  });
}

function withoutToken(error: unknown): { codigo: string } {
  if (error instanceof SessionEnded) return { codigo: codes.sessionEnded };
  throw error;
}
