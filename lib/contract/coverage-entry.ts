import { addDays, firstDay, lastDay, santiagoDayOf, type Fecha } from "#lib/chile/index.ts";
import type { AskedMonth } from "./asked-months.ts";

/** A period of a module that was read, as the sync engine keeps it. */
export interface CoverageEntry {
  alcance: string;
  periodo: string;
  status: "ok" | "partial";
  readAt: string;
  /** Whether each account was read whole, where the portal cuts by account. */
  cuentas: Readonly<Record<string, boolean>> | null;
}

/** The Santiago day of a reading, of which later hours are not known. */
export function dayRead({ readAt }: CoverageEntry): Fecha {
  return santiagoDayOf(new Date(readAt));
}

/** The last day of a month that a reading knows whole; null when there is none. */
export function wholeTo(entry: CoverageEntry, { periodo }: AskedMonth): Fecha | null {
  if (entry.status !== "ok") return null;
  const day = dayRead(entry);
  if (day > lastDay(periodo)) return lastDay(periodo);
  return day > firstDay(periodo) ? addDays(day, -1) : null;
}

/** Whether another reading of the month, today, can bring more than this one did. */
export function canGain(entry: CoverageEntry, { periodo }: AskedMonth, today: Fecha): boolean {
  const day = dayRead(entry);
  const wasInCourse = day <= lastDay(periodo);
  return entry.status !== "ok" || (wasInCourse && day < today);
}
