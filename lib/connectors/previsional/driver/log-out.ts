import { leavePortal, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { codes } from "../portal.ts";
import type { Service } from "./service.ts";

/** Without a session mark there is no session to end. */
export async function logOut(session: BrowserSession, service: Service): Promise<void> {
  if (!service.hasSession) return;
  await leavePortal(session, async (leaving) => {
    await service.start(leaving);
    const { codigo } = await service.call(leaving, "sesion.cerrar");
    // "Ended" is fine too: no session was open any more.
    if (codigo !== codes.done && codigo !== codes.ended) {
      throw unknownShape("the portal did not confirm the logout");
    }
    service.enter("");
  });
}
