import type { DeedKind } from "./deeds.ts";
import type { Movement } from "./month.ts";

export type Wording = (movement: Movement) => string;

const phrases: Record<DeedKind, string> = {
  transfer_in: "Transferencia recibida de",
  transfer_out: "Transferencia enviada a",
  customer: "Pago de cliente",
  supplier: "Pago a proveedor",
  payroll: "Remuneración",
  card: "Compra con tarjeta de débito",
  check: "Cheque cobrado",
  deposit: "Depósito en efectivo",
  fee: "Comisión por mantención",
  tax: "Pago de impuestos",
  own_funds: "Traspaso de fondos propios",
  reversal: "Reversa",
};

/** The wording of a portal that has none of its own. */
export function plainWording(movement: Movement): string {
  return [phrases[movement.kind], movement.party?.name].filter(Boolean).join(" ");
}
