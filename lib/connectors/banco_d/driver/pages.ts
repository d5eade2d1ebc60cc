import { open, readPrinted, step, type BrowserSession } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import type { ShownPage } from "../portal.ts";

/** Where on the portal's pages stands what counts. */
export const parts = {
  texts: {
    login: "#btnIngresar",
    rut: "#lblRutEmpresa",
    razonSocial: "#lblEmpresa",
    fecha: "#lblFecha",
    cuenta: "#lblCuenta",
    moneda: "#lblMoneda",
    desde: "#lblDesde",
    hasta: "#lblHasta",
    registros: "#lblRegistros",
  },
  tables: { saldos: "#grdSaldos", movimientos: "#grdMovimientos" },
  selects: { cuentas: "#ddlCuenta" },
} as const;

/** The page as it stands, in one question, however many rows it has. */
export function shownPage(session: BrowserSession) {
  return step(session, "read the page", () => readPrinted(session.page, parts));
}

/** What a page inside shows, once it is sure that it shows this company. */
export async function readPage(session: BrowserSession, rut: string): Promise<ShownPage> {
  const shown = await shownPage(session);
  if (shown.texts.login !== null) throw new SessionEnded();
  if (shown.texts.rut === null) throw unknownShape("a page that names no company");
  if (parseRut(shown.texts.rut) !== rut) throw new AppError("connection_identity_mismatch");
  return shown;
}

export async function openPage(session: BrowserSession, url: string, rut: string) {
  await open(session, url);
  return readPage(session, rut);
}
