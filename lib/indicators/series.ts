/** What the reader must know of a series, given by the caller, which lists the indicators. */
export interface IndicatorSeries {
  codigo: string;
  frecuencia: "diaria" | "mensual";
  /** The most days that ordinarily pass from one value to the next; 1 has a value every day. */
  stepDays: number;
  /** The most days that pass before the value of a day is published. */
  lagDays: number;
  /** Never asked for or stored: another series, multiplied. */
  derivedFrom?: { codigo: string; times: number };
}

/** The codes to ask the provider for. */
export function storedCodes(series: readonly IndicatorSeries[]): string[] {
  return series.filter((one) => one.derivedFrom === undefined).map((one) => one.codigo);
}
