import type { PrintedOption, PrintedTable } from "#lib/contract/bank/index.ts";

/** What the portal shows, in its own words and as text: nothing is parsed yet. */

/** The parts of a page that are read. Null for what is not on it. */
export interface ShownPage {
  texts: {
    /** The login form's button: if present the session is over, whatever the status says. */
    login: string | null;
    rut: string | null;
    fecha: string | null;
    cuenta: string | null;
    moneda: string | null;
    desde: string | null;
    hasta: string | null;
    registros: string | null;
  };
  tables: { saldos: PrintedTable | null; movimientos: PrintedTable | null };
  /** `CTA.CTE. 34946893947`: the accounts that can be searched. */
  selects: { cuentas: readonly PrintedOption[] };
}

/** A row of `grdSaldos`. */
export interface RawBalance {
  cuenta: string;
  moneda: string;
  contable: string;
  disponible: string;
  saldo9: string;
  retencion: string;
}

/** The columns of a movement, by the field that is read of them. */
export const movementColumns = {
  fecha: "Fecha",
  ingreso: "Ingreso",
  documento: "N° Documento",
  descripcion: "Descripción",
  monto: "Monto",
  saldo: "Saldo Contable",
} as const;

/** A row of `grdMovimientos`. */
export type RawMovement = Record<keyof typeof movementColumns, string>;
