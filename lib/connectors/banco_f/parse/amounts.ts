import { parseCentavos, parsePortalDate, type Fecha } from "#lib/chile/index.ts";

/**
 * Fourteen digits of hundredths with a trailing minus: `00000010000000-`. Null for anything else.
 */
export function parseAmount(text: string): number | null {
  return /^\d{14}-?$/.test(text) ? (parseCentavos(text)?.value ?? null) : null;
}

interface Moment {
  fecha: Fecha;
  /** `HH:MM:SS`. */
  hora: string;
}

/** `20261031 23:34:00`, in Santiago. */
export function parseMoment(text: string): Moment | null {
  const fecha = parsePortalDate(text);
  const [, hora] = text.split(" ");
  return fecha === null || hora === undefined ? null : { fecha, hora };
}
