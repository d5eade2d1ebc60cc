import { display, ledgerType, parseMonto, type TipoMovimiento } from "#lib/chile/index.ts";

export interface LedgerAmount {
  monto: number;
  type: TipoMovimiento;
  display: string;
}

/** The two money columns of a statement as one amount; null when they do not make one. */
export function ledgerAmount(
  columns: { cargo: number | null; abono: number | null },
  moneda: string,
): LedgerAmount | null {
  const type = ledgerType(columns);
  if (type === null) return null;
  const monto = (type === "credit" ? columns.cargo : columns.abono) ?? 0;
  return { monto, type, display: display(monto, type, moneda) };
}

/** An amount printed as one figure: a negative one leaves the account. */
export function signedAmount(value: number, moneda: string): LedgerAmount {
  const type = value < 0 ? "credit" : "debit";
  const monto = Math.abs(value);
  return { monto, type, display: display(monto, type, moneda) };
}

/** By how much a ledger row moves its account's balance. */
export function signedOf({ type, monto }: Pick<LedgerAmount, "type" | "monto">): number {
  return type === "credit" ? -monto : monto;
}

/** Null for an empty cell, undefined if it is not an amount. */
export function amountIn(cell: string): number | null | undefined {
  return cell === "" ? null : parseMonto(cell)?.value;
}

/** Amounts are compared and added as whole numbers: of the smallest unit that is printed, UF's. */
export function inUnits(amount: number): number {
  return Math.round(amount * 10_000);
}
