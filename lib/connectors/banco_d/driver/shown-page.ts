import { readPrinted, step, type BrowserSession } from "#lib/browser/index.ts";

/** The parts of the portal's pages that count. */
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

/** The page as it is, in one question, however many rows it has. */
export function shownPage(session: BrowserSession) {
  return step(session, "read the page", () => readPrinted(session.page, parts));
}
