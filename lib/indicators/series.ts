/**
 * What the reader must know about a series; the caller, which lists the indicators, provides it.
 */
export interface IndicatorSeries {
  codigo: string;
  frecuencia: "diaria" | "mensual";
  /** The most days that usually pass from one value to the next; 1 means a value every day. */
  stepDays: number;
  /** The most days between a day and the publication of its value. */
  lagDays: number;
  /** Never requested or stored: a multiple of another series. */
  derivedFrom?: { codigo: string; times: number };
}

/** The codes to request from the provider. */
export function storedCodes(series: readonly IndicatorSeries[]): string[] {
  return series.filter((one) => one.derivedFrom === undefined).map((one) => one.codigo);
}
