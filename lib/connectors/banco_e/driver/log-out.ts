import { askInPage, leavePortal, open, type PortalSite } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** Its exit is a POST, which can be sent from whatever page of the portal is shown. */
export async function logOut({ session, baseUrl }: PortalSite): Promise<void> {
  await leavePortal(session, async (leaving) => {
    await open(leaving, `${baseUrl}/ingreso`);
    const { text } = await askInPage(leaving, { url: `${baseUrl}/salir`, form: {} });
    // The login form is the same: nothing was open any more.
    const left = text.includes("La sesión se cerró") || text.includes('id="identificacion"');
    if (!left) throw unknownShape("the portal did not confirm the logout");
  });
}
