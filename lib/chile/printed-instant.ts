import { hourMs } from "#lib/kernel/clock.ts";

const printedInstant = /^(\d{4})(\d{2})(\d{2}) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;

/**
 * The latest instant at which clocks in Santiago show `AAAAMMDD HH:MM:SS`: one hour in autumn comes
 * twice. Null for a time that no clock shows, such as the hour skipped in spring.
 */
export function latestInstantOf(printed: string): Date | null {
  const [, year, month, day, time] = printedInstant.exec(printed) ?? [];
  if (year === undefined) return null;
  const wall = `${year}-${month}-${day}T${time}`;
  const wallMs = Date.parse(`${wall}Z`);
  if (Number.isNaN(wallMs)) return null;
  const meant = [4, 3].map((hoursBehind) => new Date(wallMs + hoursBehind * hourMs));
  return meant.find((instant) => wallOf(instant) === wall) ?? null;
}

let format: Intl.DateTimeFormat | undefined;

function wallOf(instant: Date): string {
  format ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/Santiago",
    dateStyle: "short",
    timeStyle: "medium",
  });
  return format.format(instant).replace(" ", "T");
}
