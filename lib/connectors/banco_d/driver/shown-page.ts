import { readPrinted, step, type BrowserSession } from "#lib/browser/index.ts";

/** The parts of the portal's pages that are read. */
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

/** Reads the page in one question, however many rows it has. */
export function shownPage(session: BrowserSession) {
  return step(session, "read the page", () => readPrinted(session.page, parts));
}
