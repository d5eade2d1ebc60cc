import * as z from "zod";
import { dayMs, hourMs } from "#lib/kernel/clock.ts";

// Chile was three or four whole hours behind UTC in all of these years, which this file relies on;
// a date outside them is a placeholder.
const WRITTEN = /^(?:19[5-9]\d|20\d{2})-\d{2}-\d{2}$/;
const SLASHED = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}:\d{2}:\d{2}))?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

const message = "Not a valid fecha: write a real day of 1950 to 2099 as AAAA-MM-DD";

/** A calendar day, `2026-03-31`, in America/Santiago unless a portal says otherwise. */
export const Fecha = z
  .string({ error: message })
  .regex(WRITTEN, { error: message, abort: true })
  .refine(isRealDay, { error: message })
  .brand<"Fecha">()
  .meta({ description: "Día calendario AAAA-MM-DD", format: "date", examples: ["2026-03-31"] });
export type Fecha = z.infer<typeof Fecha>;

/** 1 is Monday and 7 is Sunday, as in ISO 8601. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Null when the text is not an existing day. */
export function parseFecha(text: string): Fecha | null {
  return WRITTEN.test(text) && isRealDay(text) ? (text as Fecha) : null;
}

/** `DD/MM/AAAA` or `AAAAMMDD`, with or without ` HH:MM:SS`. Null when it is not a real date. */
export function parsePortalDate(text: string): Fecha | null {
  const trimmed = text.trim();
  const [, day, month, year, time] = SLASHED.exec(trimmed) ?? reordered(COMPACT.exec(trimmed));
  if (day === undefined || (time !== undefined && !TIME.test(time))) return null;
  return parseFecha(`${year}-${month}-${day}`);
}

export function todayInSantiago(now: Date): Fecha {
  return santiagoDayOf(now);
}

/**
 * Cached: a call asks for the day of a dozen instants, and each whole hour of UTC is within one
 * day.
 */
export function santiagoDayOf(instant: Date): Fecha {
  const hour = Math.floor(instant.getTime() / hourMs);
  const remembered = dayOfHour.get(hour);
  if (remembered !== undefined) return remembered;
  const day = formattedDay(instant);
  if (dayOfHour.size >= rememberedHours) dayOfHour.clear();
  dayOfHour.set(hour, day);
  return day;
}

/** The day of an instant that a portal wrote. Null outside 1951 to 2098: a placeholder, such as year 1 or 9999. */
export function santiagoDayIfKnown(instant: Date): Fecha | null {
  const year = instant.getUTCFullYear();
  return year > 1950 && year < 2099 ? santiagoDayOf(instant) : null;
}

const dayOfHour = new Map<number, Fecha>();
const rememberedHours = 1_000;

function formattedDay(instant: Date): Fecha {
  const monthDayYear = santiagoFormat().format(instant);
  const year = monthDayYear.slice(6);
  return known(`${year}-${monthDayYear.slice(0, 2)}-${monthDayYear.slice(3, 5)}`);
}

/** The first instant of the day in Santiago. When clocks go forward at midnight, that is 01:00. */
export function startOfDay(fecha: Fecha): Date {
  const threeBehind = new Date(utcMs(fecha) + 3 * hourMs);
  // Four hours behind, the third hour of UTC still belongs to the day before.
  if (santiagoDayOf(threeBehind) === fecha) return threeBehind;
  return new Date(utcMs(fecha) + 4 * hourMs);
}

/** The day that ends at that instant. */
export function lastDayBefore(end: Date): Fecha {
  return santiagoDayOf(new Date(end.getTime() - 1));
}

/** Days from one to the other, negative when `to` is the earlier. */
export function daysBetween(from: Fecha, to: Fecha): number {
  return (utcMs(to) - utcMs(from)) / dayMs;
}

export function addDays(fecha: Fecha, days: number): Fecha {
  return known(isoDay(utcMs(fecha) + days * dayMs));
}

export function weekday(fecha: Fecha): Weekday {
  const sundayFirst = new Date(utcMs(fecha)).getUTCDay();
  return (sundayFirst === 0 ? 7 : sundayFirst) as Weekday;
}

let format: Intl.DateTimeFormat | undefined;

// Building one takes 15 ms: not at import, to keep cold starts fast, and only once.
function santiagoFormat(): Intl.DateTimeFormat {
  format ??= new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Santiago",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return format;
}

// Date turns 30 February into March: only a real day comes back unchanged.
function isRealDay(written: string): boolean {
  const ms = utcMs(written);
  return !Number.isNaN(ms) && isoDay(ms) === written;
}

function utcMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function known(day: string): Fecha {
  const fecha = parseFecha(day);
  if (fecha === null) throw new RangeError(`a day outside 1950 to 2099: ${day}`);
  return fecha;
}

function reordered(match: RegExpExecArray | null): (string | undefined)[] {
  if (match === null) return [];
  const [whole, year, month, day, time] = match;
  return [whole, day, month, year, time];
}
