import { leaveBy, type PortalSite } from "#lib/browser/index.ts";

export function logOut({ session, baseUrl }: PortalSite): Promise<void> {
  return leaveBy(session, `${baseUrl}/Salir.aspx`, {
    closed: { selector: "#lblSalida" },
    asksToLogIn: { selector: "#btnIngresar" },
  });
}
