import { parseFecha, type Fecha } from "#lib/chile/index.ts";

const written = /^(\d{2})-(\d{2})-(\d{4})$/;

/** `DD-MM-AAAA`, as the portal writes days. */
export function parseDay(text: string): Fecha | null {
  const [, day, month, year] = written.exec(text.trim()) ?? [];
  return day === undefined ? null : parseFecha(`${year}-${month}-${day}`);
}

export function printedDay(day: Fecha): string {
  return day.split("-").toReversed().join("-");
}
