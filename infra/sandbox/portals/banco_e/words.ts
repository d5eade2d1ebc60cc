import { accountTypes } from "../../bank/printed.ts";

export const accountType = accountTypes({
  1: "Cta. Cte. Empresa",
  2: "Cta. Cte. Remuneraciones",
  3: "Cuenta de Ahorro Empresa",
});

export function dotted(pesos: number): string {
  return String(Math.abs(pesos)).replace(/\B(?=(\d{3})+$)/g, ".");
}

/** A charge as `50.000-`, a deposit as `50.000`. */
export function signedAmount(amount: number, direction: "out" | "in"): string {
  return direction === "out" ? `${dotted(amount)}-` : dotted(amount);
}

/** A negative balance is in parentheses: `(50.000)`. */
export function balance(pesos: number): string {
  return pesos < 0 ? `(${dotted(pesos)})` : dotted(pesos);
}

/** `2026-11-21` → `21-11-2026` */
export function printedDay(day: string): string {
  return day.split("-").toReversed().join("-");
}

const months = "ene feb mar abr may jun jul ago sep oct nov dic".split(" ");

/** `2026-11` → `nov-2026` */
export function printedPeriod(period: string): string {
  const [year, month] = period.split("-");
  return `${months[Number(month) - 1]}-${year}`;
}

export const notices = {
  wrong: "Los datos de acceso no corresponden.",
  blocked: "Acceso bloqueado. Diríjase a su ejecutivo para desbloquearlo.",
  active: "El usuario registra una sesión vigente. Intente más tarde.",
  ended: "La sesión expiró por inactividad o fue cerrada.",
  left: "La sesión se cerró correctamente.",
  unapproved: "La autorización no está vigente. Ingrese nuevamente.",
} as const;

export const emptyId = "sin-movimientos";
export const notInformed = "—";
