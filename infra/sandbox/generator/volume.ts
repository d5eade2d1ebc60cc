import type { Random } from "./random.ts";

type Volume = number | "some";
export type Position = 1 | 2 | 3;

/**
 * How many movements each account has by calendar month, the same every year, so that a test chooses its case by the
 * period. Repeated in infra/sandbox/README.md.
 */
const byMonth: Record<string, Record<Position, Volume>> = {
  "01": { 1: 1000, 2: 0, 3: "some" },
  "02": { 1: 40, 2: 0, 3: 0 },
  "03": { 1: "some", 2: 1, 3: "some" },
  "04": { 1: "some", 2: 1000, 3: 0 },
  "05": { 1: 1000, 2: 0, 3: "some" },
  "06": { 1: "some", 2: "some", 3: 0 },
  "07": { 1: "some", 2: 1, 3: "some" },
  "08": { 1: "some", 2: 1000, 3: 0 },
  "09": { 1: 1000, 2: 0, 3: "some" },
  "10": { 1: "some", 2: "some", 3: 0 },
  "11": { 1: "some", 2: 1, 3: "some" },
  "12": { 1: 2400, 2: 500, 3: 100 },
};

/** Other sizes for a system's own trap; its README says which. */
const bySystem: Record<string, Record<string, Partial<Record<Position, Volume>>>> = {
  banco_d: { "03": { 1: 999 }, "06": { 1: 999 }, "07": { 1: 1450 }, "10": { 1: 1450 } },
};

const someRange: Record<Position, [number, number]> = { 1: [120, 480], 2: [60, 240], 3: [5, 60] };

export function volumeOf(
  system: string,
  position: Position,
  period: string,
  random: Random,
): number {
  const month = period.slice(5);
  const volume = bySystem[system]?.[month]?.[position] ?? byMonth[month]?.[position] ?? "some";
  return volume === "some" ? random.between(...someRange[position]) : volume;
}

/** In December half of the first account's rows fall on one day, more than any page cap of 1,000. */
export function crowdedDay(position: Position, period: string): number | undefined {
  return position === 1 && period.endsWith("-12") ? 20 : undefined;
}
