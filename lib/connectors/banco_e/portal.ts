import type { PrintedOption, PrintedTable } from "#lib/contract/bank/index.ts";

/** What the portal shows, in its own words and as text: nothing is parsed yet. */

/** A page of the session. */
export interface ShownPage {
  /** `Nombre (12345678-5)`; null on a page outside the session. */
  titular: string | null;
  /** The login form is on the page: the session is over, whatever the status says. */
  asksToLogIn: boolean;
  heading: string;
  balances: PrintedTable | null;
  accounts: PrintedOption[];
  months: string[];
}

/** The fragment that the movements page loads into itself, without the company's name. */
export interface ShownPiece {
  asksToLogIn: boolean;
  /** `Cuenta 123, jun-2026: 101 a 200 de 305 movimientos`. */
  summary: string | null;
  /** Marks a month without movements. */
  emptyMark: string | null;
  table: PrintedTable | null;
}

/** A row of "Posición". */
export interface RawBalance {
  numero: string;
  producto: string;
  contable: string;
  disponible: string;
  retenciones: string;
  lineaCredito: string;
}

/** The columns of a movement, by the field that is read of them. */
export const movementColumns = {
  fecha: "Fecha",
  fechaContable: "F. Contable",
  descripcion: "Descripción",
  oficina: "Oficina",
  documento: "N° Doc.",
  monto: "Monto",
  lado: "C/A",
  saldo: "Saldo",
} as const;

/** A row of "Movimientos de cuenta". */
export type RawMovement = Record<keyof typeof movementColumns, string>;
