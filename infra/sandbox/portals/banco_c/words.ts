import { accountTypes, groupedDigits } from "../../bank/printed.ts";
import type { Currency } from "../../generator/accounts.ts";

export const accountType = accountTypes({
  1: "Cuenta Corriente",
  2: "Cuenta Vista",
  3: "Cuenta Corriente USD",
});

/** `1.234.567`, `-50.000`, `1.234,50`: as in the CSV, without a symbol. */
export function dotted(smallest: number, currency: Currency): string {
  return `${smallest < 0 ? "-" : ""}${groupedDigits(smallest, currency)}`;
}

/** `$ 1.234.567`, `$ -50.000`, `US$ 1.234,50` */
export function money(smallest: number, currency: Currency): string {
  return `${currency === "USD" ? "US$" : "$"} ${dotted(smallest, currency)}`;
}

/** `2026-11-21` → `21/11/2026` */
export function printedDay(day: string): string {
  return day.split("-").toReversed().join("/");
}

const months = [
  "Enero",
  "Febrero",
  "Marzo",
  "Abril",
  "Mayo",
  "Junio",
  "Julio",
  "Agosto",
  "Septiembre",
  "Octubre",
  "Noviembre",
  "Diciembre",
] as const;

/** `2026-11` → `Noviembre 2026` */
export function printedPeriod(period: string): string {
  const [year, month] = period.split("-");
  return `${months[Number(month) - 1]} ${year}`;
}

/** `2026-11` → `112026`, which the forms submit. */
export function formPeriod(period: string): string {
  return period.split("-").toReversed().join("");
}

export const notices = {
  wrong: "RUT o clave incorrectos. Verifique e intente nuevamente.",
  blocked: "Su clave fue bloqueada por reiterados intentos fallidos.",
  active: "Usted mantiene una sesión activa en otro equipo.",
  ended: "Por su seguridad la sesión fue cerrada.",
  left: "Ha salido de Empresas C en forma segura.",
  keypad: "El teclado virtual caducó. Digite su clave nuevamente.",
} as const;

export const emptyMarkers = {
  movements: "NO EXISTEN MOVIMIENTOS PARA EL PERIODO SELECCIONADO",
  statements: "No existen cartolas emitidas para el período seleccionado.",
  cards: "La tarjeta no registra movimientos.",
} as const;
