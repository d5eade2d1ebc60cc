import {
  addDays,
  firstDay,
  lastDay,
  santiagoDayOf,
  type Fecha,
  type Periodo,
} from "#lib/chile/index.ts";

/**
 * Whether an account was read completely; `cut` when the portal itself withholds the rest,
 * `unlisted` when the login no longer shows the account.
 */
export type AccountRead = boolean | "cut" | "unlisted";

/** A period of a module that was read, as the sync engine stores it. */
export interface CoverageEntry {
  alcance: string;
  periodo: string;
  status: "ok" | "partial";
  /** Rows that existed and could not be read. */
  incompletos: number;
  readAt: string;
  /** Per account, where the portal shows one at a time. */
  cuentas: Readonly<Record<string, AccountRead>> | null;
  /**
   * What the reading's own sums say about it; absent unless requested, null where there are none.
   */
  prueba?: Prueba | null;
}

/** Whether what a reading brought adds up to what the system itself says, and where it does not. */
export interface Prueba {
  estado: "cuadra" | "descuadra" | "sin_datos";
  diferencias: readonly Readonly<Record<string, string | number>>[];
}

/** A reading, and when the requested rows were last covered by one of its module and month. */
export interface ToldEntry extends CoverageEntry {
  toldAt: string | null;
}

/**
 * Rows that come with any module, such as the accounts, are known from the readings that covered
 * them. A reading that could read every row of its own could read all of these, whatever else it
 * misses.
 */
export function broughtAlong(entries: readonly ToldEntry[]): CoverageEntry[] {
  return entries.flatMap(({ toldAt, ...entry }) => {
    const isWhole = toldAt === entry.readAt && entry.incompletos === 0;
    return toldAt === null
      ? []
      : [{ ...entry, readAt: toldAt, status: isWhole ? "ok" : "partial" }];
  });
}

/** A month's reading, for one account or for all of them. */
export interface AskedReading {
  entry: CoverageEntry;
  periodo: Periodo;
  account: string | null;
  /** The module's; see `Alcance`. */
  closingDay?: number | undefined;
}

/** The day in Santiago of a reading, whose later hours are unknown. */
export function dayRead({ readAt }: CoverageEntry): Fecha {
  return santiagoDayOf(new Date(readAt));
}

/** The last day on which rows of the month still arrive. */
export function closesOn(periodo: Periodo, closingDay?: number): Fecha {
  const last = lastDay(periodo);
  return closingDay === undefined ? last : addDays(last, closingDay);
}

/** The last day of the month that the reading covers completely; null when there is none. */
export function wholeTo(asked: AskedReading): Fecha | null {
  if (extentOf(asked) !== "whole") return null;
  const { entry, periodo, closingDay } = asked;
  const day = dayRead(entry);
  if (day > closesOn(periodo, closingDay)) return lastDay(periodo);
  // Rows that arrive after their month belong to no day of it: the month is complete at once, or
  // not at all.
  if (closingDay !== undefined) return null;
  return day > firstDay(periodo) ? addDays(day, -1) : null;
}

/** Whether another reading of the month, today, can bring more than this one did. */
export function canGain(asked: AskedReading, today: Fecha): boolean {
  const day = dayRead(asked.entry);
  const daysHaveCome = day < today && day <= closesOn(asked.periodo, asked.closingDay);
  switch (extentOf(asked)) {
    case "whole":
    case "cut":
      return daysHaveCome;
    case "missed":
      return true;
    case "unlisted":
      return day < today;
  }
}

/** How much the reading brought of what the portal had by then. */
export function extentOf({
  entry,
  account,
}: Pick<AskedReading, "entry" | "account">): "whole" | "missed" | "cut" | "unlisted" {
  const { status, incompletos, cuentas } = entry;
  if (account !== null && cuentas !== null) {
    const read = Object.hasOwn(cuentas, account) ? cuentas[account] : "unlisted";
    if (read === "cut" || read === "unlisted") return read;
    return read === true ? "whole" : "missed";
  }
  if (status === "ok") return "whole";
  const accounts = Object.values(cuentas ?? {});
  const isWithheld = accounts.includes("cut") || accounts.includes("unlisted");
  return isWithheld && incompletos === 0 && !accounts.includes(false) ? "cut" : "missed";
}
