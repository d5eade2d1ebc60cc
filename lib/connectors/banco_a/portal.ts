import type { PrintedTable } from "#lib/contract/bank/index.ts";

/** What the portal shows, in its own words and as text: nothing is parsed yet. */

/** The company a page says its data is about. */
interface ShownCompany {
  rut: string;
  razonSocial: string;
}

/** One data page of the portal's right frame. */
export interface ShownPage {
  /** Null on a page outside the session, such as the login page. */
  company: ShownCompany | null;
  /** The login form is on the page: the session is over, whatever the status says. */
  asksToLogIn: boolean;
  heading: string;
  /** `Cuenta: 123`, `Saldo final: $1`, keyed by the text before the colon. */
  labels: Record<string, string>;
  /** The sentence in the box for notices. */
  notice: string | null;
  table: PrintedTable | null;
  /** `Página 1 de 10`, as shown. */
  pageNote: string | null;
  hasNext: boolean;
  /** The accounts that the search form offers: `Cuenta Corriente 92392940369`. */
  accounts: string[];
  /** `202603`: the months that it offers. */
  months: string[];
}

/** A row of "Cuentas". */
export interface RawAccount {
  numero: string;
  tipo: string;
  moneda: string;
  estado: string;
}

/** A row of "Saldos al …". */
export interface RawBalance {
  numero: string;
  moneda: string;
  contable: string;
  disponible: string;
}

/** The columns of a movement, by the field that is read of them. */
export const movementColumns = {
  fecha: "Fecha",
  sucursal: "Sucursal",
  descripcion: "Descripción",
  documento: "N° Documento",
  cargo: "Cargo",
  abono: "Abono",
  saldo: "Saldo",
} as const;

/** A row of "Cartola de movimientos". */
export type RawMovement = Record<keyof typeof movementColumns, string>;
