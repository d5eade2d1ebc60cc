import type { Fecha } from "#lib/chile/index.ts";

export interface IndicatorReading {
  fecha: Fecha;
  valor: number;
}

export interface IndicatorRange {
  codigo: string;
  desde: Fecha;
  hasta: Fecha;
  limit: number;
  cursor: string | null;
}

export interface IndicatorPage {
  /** Newest first. */
  values: IndicatorReading[];
  cursor: string | null;
}

export interface IndicatorReader {
  /** The value in force on the day if known, else the newest; null when there is none. */
  current(codigo: string, day: Fecha): Promise<IndicatorReading | null>;
  /** The newest value on or before the day; null when the value in force is not known. */
  valueInForce(codigo: string, day: Fecha): Promise<IndicatorReading | null>;
  between(range: IndicatorRange): Promise<IndicatorPage>;
}
