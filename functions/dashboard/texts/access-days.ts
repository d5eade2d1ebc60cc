import { type Fecha, longDayText } from "#lib/chile/index.ts";
import { linkMinutes } from "#lib/contract/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { accessDays } from "#lib/links/index.ts";
import { issueOf } from "./issues.ts";

/** The days that a link of the dashboard can ask for, and the error for an invalid one. */
export interface AccessDays {
  least: Fecha;
  most: Fecha;
  problem: string | null;
}

export function accessOf(now: Date, error?: AppError): AccessDays {
  const days = accessDays(linkMinutes.usual, now);
  const code = issueOf(error, "accesoHasta");
  return { ...days, problem: code === undefined ? null : problemOf(code, days) };
}

function problemOf(code: string, { least, most }: { least: Fecha; most: Fecha }): string {
  if (code === "too_small") return `Tiene que ser el ${longDayText(least)} o después.`;
  if (code === "too_large") return `Tiene que ser el ${longDayText(most)} o antes.`;
  return "Escribe un día, como 2026-12-31.";
}
