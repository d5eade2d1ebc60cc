import * as z from "zod";
import { santiagoDayOf, type Fecha } from "./fecha.ts";

const WRITTEN = /^20\d{2}-(?:0[1-9]|1[0-2])$/;

const message =
  "Not a valid periodo: write a month of 2000 to 2099 as AAAA-MM, for example 2026-03";

/** A calendar month in America/Santiago, `2026-03`. */
export const Periodo = z
  .string({ error: message })
  .regex(WRITTEN, { error: message })
  .brand<"Periodo">()
  .meta({ description: "Mes calendario AAAA-MM", examples: ["2026-03"] });
export type Periodo = z.infer<typeof Periodo>;

/** Null when the text is not a month of 2000 to 2099. */
export function parsePeriodo(text: string): Periodo | null {
  return WRITTEN.test(text) ? (text as Periodo) : null;
}

export function periodoOf(instant: Date): Periodo {
  return periodoOfDay(santiagoDayOf(instant));
}

export function periodoOfDay(fecha: Fecha): Periodo {
  return known(monthOfDay(fecha));
}

/** As text, for days that a system shows: these may be before the first requestable month. */
export function monthOfDay(day: string): string {
  return day.slice(0, 7);
}

export function previousPeriodo(periodo: Periodo): Periodo {
  return addMonths(periodo, -1);
}

export function addMonths(periodo: Periodo, months: number): Periodo {
  const index = monthIndex(periodo) + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return known(`${year}-${String(month).padStart(2, "0")}`);
}

/** For sorting: negative when the first is earlier. */
export function comparePeriodo(left: Periodo, right: Periodo): number {
  return monthIndex(left) - monthIndex(right);
}

/** Months from one to the other, negative when `to` is earlier; also for those of `monthOfDay`. */
export function monthsBetween(from: string, to: string): number {
  return monthIndex(to) - monthIndex(from);
}

export function firstDay(periodo: Periodo): Fecha {
  return `${periodo}-01` as Fecha;
}

export function lastDay(periodo: Periodo): Fecha {
  const [year, month] = [Number(periodo.slice(0, 4)), Number(periodo.slice(5))];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${periodo}-${days}` as Fecha;
}

function monthIndex(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

function known(month: string): Periodo {
  const periodo = parsePeriodo(month);
  if (periodo === null) throw new RangeError(`a month outside 2000 to 2099: ${month}`);
  return periodo;
}
