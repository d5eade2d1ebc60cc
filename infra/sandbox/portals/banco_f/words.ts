import { accountTypes } from "../../bank/printed.ts";
import type { Currency } from "../../generator/accounts.ts";
import { santiagoTime } from "../../generator/calendar.ts";
import { dottedRut } from "../../generator/rut.ts";

export const accountType = accountTypes({
  1: "CTA CORRIENTE MN",
  2: "CTA VISTA MN",
  3: "CTA CORRIENTE ME",
});

const width = 14;

/** Hundredths in fourteen digits with a trailing minus: `00000010000000-` is −100.000. */
export function wireAmount(smallest: number, currency: Currency): string {
  const hundredths = currency === "USD" ? Math.abs(smallest) : Math.abs(smallest) * 100;
  return `${String(hundredths).padStart(width, "0")}${smallest < 0 ? "-" : ""}`;
}

/** `20261121 23:34:00`, in Santiago. */
export function wireInstant(day: string, at: Date): string {
  return `${day.replaceAll("-", "")} ${santiagoTime(at)}`;
}

/** `76555835-2` → `0765558352` */
export function paddedRut(rut: string): string {
  return rut.replace("-", "").padStart(10, "0");
}

/** The formats in which a free text may write one. */
export const rutShapes = [
  dottedRut,
  (rut: string) => rut,
  (rut: string) => rut.replace("-", ""),
  paddedRut,
  (rut: string) => dottedRut(rut).toLowerCase(),
] as const;

export const notices = {
  wrong: "Credenciales no válidas",
  blocked: "Usuario bloqueado por seguridad",
  active: "Ya existe una sesión iniciada con este usuario",
  ended: "Su sesión ha terminado",
} as const;

export const codes = {
  ok: "OK",
  ended: "SESION_FINALIZADA",
  variant: "CANAL_NO_HABILITADO",
  notFound: "NO_ENCONTRADO",
  continuation: "CONTINUACION_INVALIDA",
} as const;
