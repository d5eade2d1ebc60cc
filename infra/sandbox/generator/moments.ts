import { dayOf, daysIn, santiagoInstant, weekdayOf } from "./calendar.ts";
import type { Random } from "./random.ts";

const edgeRows = 10;

/**
 * The times of a month's rows, in order. A month with enough rows begins at 00:10 of its first day and ends at 23:28
 * and 23:34 of its last, which in UTC is already the next month.
 */
export function momentsOf(
  period: string,
  count: number,
  crowded: number | undefined,
  random: Random,
): { day: string; at: Date }[] {
  if (count === 1) return [moment(dayOf(period, random.between(2, 9)), random)];
  const days = Array.from({ length: count }, (_, index) =>
    crowded && index % 2 === 0 ? crowded : businessDay(period, random),
  );
  const moments = days.map((day) => moment(dayOf(period, day), random));
  moments.sort((a, b) => a.at.getTime() - b.at.getTime());
  if (count < edgeRows) return moments;
  const first = dayOf(period, 1);
  const last = dayOf(period, daysIn(period));
  moments.splice(0, 1, { day: first, at: santiagoInstant(first, "00:10:00") });
  moments.splice(
    -2,
    2,
    { day: last, at: santiagoInstant(last, "23:28:00") },
    { day: last, at: santiagoInstant(last, "23:34:00") },
  );
  return moments;
}

function businessDay(period: string, random: Random): number {
  const day = random.between(1, daysIn(period));
  const weekday = weekdayOf(dayOf(period, day));
  if (weekday !== 0 && weekday !== 6) return day;
  return random.chance(25) ? day : random.between(1, daysIn(period));
}

function moment(day: string, random: Random): { day: string; at: Date } {
  const two = (value: number) => String(value).padStart(2, "0");
  const time = `${two(random.between(8, 20))}:${two(random.between(0, 59))}:${two(random.between(0, 59))}`;
  return { day, at: santiagoInstant(day, time) };
}
