/** Calendar days are `AAAA-MM-DD` and periods `AAAA-MM`, both in America/Santiago. */
const wallClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Santiago",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

function partsOf(instant: Date): Record<string, string> {
  return Object.fromEntries(
    wallClock.formatToParts(instant).map((part) => [part.type, part.value]),
  );
}

export function santiagoDay(instant: Date): string {
  const { year, month, day } = partsOf(instant) as { year: string; month: string; day: string };
  return `${year}-${month}-${day}`;
}

export function santiagoTime(instant: Date): string {
  const parts = partsOf(instant) as { hour: string; minute: string; second: string };
  return `${parts.hour}:${parts.minute}:${parts.second}`;
}

const noonOffsets = new Map<string, number>();

/** The instant of a local time. The zone changes its offset at midnight, so noon's offset applies all day. */
export function santiagoInstant(day: string, time: string): Date {
  const known = noonOffsets.get(day) ?? noonOffset(day);
  noonOffsets.set(day, known);
  return new Date(Date.parse(`${day}T${time}Z`) + known);
}

function noonOffset(day: string): number {
  const asUtc = Date.parse(`${day}T12:00:00Z`);
  const instant = new Date(asUtc + 4 * 3_600_000);
  const shown = Date.parse(`${santiagoDay(instant)}T${santiagoTime(instant)}Z`);
  return instant.getTime() - shown;
}

/** The first instant of the day, even on the Sunday without a midnight. */
export function santiagoMidnight(day: string): Date {
  const summer = new Date(`${day}T03:00:00.000Z`);
  return santiagoDay(summer) === day ? summer : new Date(`${day}T04:00:00.000Z`);
}

export function periodOf(day: string): string {
  return day.slice(0, 7);
}

export function movePeriod(period: string, months: number): string {
  const [year = 0, month = 0] = period.split("-").map(Number);
  const index = year * 12 + month - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

export function moveDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether the calendar has this day: 31 February parses, but as a day of March. */
export function isDay(day: string): boolean {
  const parsed = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

export function daysIn(period: string): number {
  return Number(moveDay(`${movePeriod(period, 1)}-01`, -1).slice(8));
}

export function dayOf(period: string, day: number): string {
  return `${period}-${String(day).padStart(2, "0")}`;
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}

/** Monday to Friday; no bank here observes holidays. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

export function nextBusinessDay(day: string): string {
  const next = moveDay(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}

const monthsOffered = 25;

/** The months of a search form: the current one, 24 before it, and those ahead, newest first. */
export function offeredPeriods(today: string, ahead = 0): string[] {
  const newest = movePeriod(periodOf(today), ahead);
  return Array.from({ length: monthsOffered + ahead }, (_, index) => movePeriod(newest, -index));
}
