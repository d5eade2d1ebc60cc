import { accountTypes, groupedDigits } from "../../bank/printed.ts";
import type { Currency } from "../../generator/accounts.ts";
import type { DeedKind } from "../../generator/deeds.ts";
import type { Movement } from "../../generator/month.ts";

const phrases: Record<Exclude<DeedKind, "reversal">, string> = {
  transfer_in: "TRANSFERENCIA DE FONDOS DE",
  transfer_out: "TRANSFERENCIA DE FONDOS A",
  customer: "RECAUDACION CLIENTE",
  supplier: "PAGO PROVEEDOR",
  payroll: "PAGO REMUNERACION",
  card: "COMPRA NACIONAL",
  check: "PAGO CHEQUE POR CAJA",
  deposit: "DEPOSITO EN EFECTIVO",
  fee: "COMISION PLAN MENSUAL",
  tax: "PAGO EN LINEA IMPUESTOS",
  own_funds: "TRASPASO ENTRE CUENTAS PROPIAS",
};

export function wording({ kind, direction, party }: Movement): string {
  return [kind === "reversal" ? undone(direction) : phrases[kind], party?.name]
    .filter(Boolean)
    .join(" ");
}

/** Incoming money reverses a charge, and is worded like one: the words contradict the sign. */
function undone(direction: "out" | "in"): string {
  return direction === "in" ? "ANULACION CARGO" : "ANULACION ABONO";
}

export const accountType = accountTypes({
  1: "CUENTA CORRIENTE",
  2: "CUENTA VISTA EMPRESA",
  3: "CUENTA CORRIENTE USD",
});

/** `-1.234.567`, or `-1.234,50` in dollars */
export function dotted(smallest: number, currency: Currency): string {
  return `${smallest < 0 ? "-" : ""}${groupedDigits(smallest, currency)}`;
}

/** `$-50.000`: as on screen, with the sign after the symbol. */
export function displayed(smallest: number, currency: Currency = "CLP"): string {
  return `${currency === "USD" ? "US$" : "$"}${dotted(smallest, currency)}`;
}

/** `00000045678900-`: fourteen digits of centavos, and a trailing minus for outgoing money. */
export function leavingCentavos(pesos: number): string {
  return `${String(pesos * 100).padStart(14, "0")}-`;
}

/** `2026-11-21` → `20261121` */
export function compactDay(day: string): string {
  return day.replaceAll("-", "");
}

/** `2026-11-21` → `21/11/2026` */
export function slashedDay(day: string): string {
  return day.split("-").toReversed().join("/");
}

/** `20261121` → `2026-11-21` */
export function readCompactDay(text: string): string {
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
