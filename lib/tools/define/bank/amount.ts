import { display, ledgerType, type TipoMovimiento } from "../../../chile/index.ts";

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
