import type { PrintedOption, PrintedTable } from "#lib/contract/bank/index.ts";

/** What the portal shows, in its own words and as text: nothing is parsed yet. */

interface ShownTable extends PrintedTable {
  /** Where each row's link leads; empty for a row without one. */
  links: string[];
}

export interface ShownBox {
  heading: string;
  terms: Record<string, string>;
}

export interface ShownPage {
  /** `Nombre · RUT 12.345.678-5`; null on a page outside the session. */
  titular: string | null;
  /** The login form is on the page: the session is over, whatever the status says. */
  asksToLogIn: boolean;
  heading: string;
  notice: string | null;
  table: ShownTable | null;
  /** One per account's balances, or a single one for a statement. */
  boxes: ShownBox[];
  companies: PrintedOption[];
  accounts: PrintedOption[];
  cards: PrintedOption[];
  /** The values selected in the forms, by field name. */
  chosen: { cuenta: string; tarjeta: string; estado: string; mes: string };
  /** The months that can be asked for, as the portal writes them. */
  months: string[];
}

/** The columns of a movement, by the field that is read of them. */
export const movementColumns = {
  fecha: "Fecha",
  fechaContable: "Fecha Contable",
  sucursal: "Sucursal",
  documento: "N° Documento",
  descripcion: "Descripción",
  cargo: "Cargo",
  abono: "Abono",
  saldo: "Saldo Contable",
} as const;

/** A line of the movements file. */
export type RawMovement = Record<keyof typeof movementColumns, string>;

/** A row of "Tarjetas de crédito". */
export interface RawCardMovement {
  fecha: string;
  descripcion: string;
  comercio: string;
  cuota: string;
  monto: string;
  montoTotal: string;
}
