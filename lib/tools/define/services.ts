import type { Fecha } from "../../chile/index.ts";
import type { RecordPage, RecordQuery } from "./dataset.ts";

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
  /** The value in force on the day when it is known, else the newest; null when there is none. */
  current(codigo: string, day: Fecha): Promise<IndicatorReading | null>;
  /** The newest value on or before the day; null when what is in force on it is not known. */
  valueInForce(codigo: string, day: Fecha): Promise<IndicatorReading | null>;
  between(range: IndicatorRange): Promise<IndicatorPage>;
}

export interface ConnectionSummary {
  id: string;
  sistema: string;
  nombre: string;
  alcances: string[];
  datosListos: boolean;
  estado: "activa" | "requiere_credencial" | "deshabilitada";
  rut: string | null;
  razonSocial: string | null;
  credencial: "viva" | "rechazada" | "expirada" | "revocada" | "ausente";
  credencialActualizadaEn: string | null;
  ultimaSincronizacionEn: string | null;
  proximaSincronizacionEn: string | null;
  creadaEn: string;
  tiposDte: { autorizados: number[] } | null;
}

export interface SystemSummary {
  sistema: string;
  nombre: string;
  tipo: string;
  habilitado: boolean;
  alcances: string[];
  camposCredencial: { nombre: string; etiqueta: string; secreto: boolean }[];
  requiereConexion: boolean;
}

/** The verbs of the domains that tools may call, each already bound to the caller. */
export interface ToolServices {
  records: { read(query: RecordQuery): Promise<RecordPage> };
  indicators: IndicatorReader;
  connections: { list(): Promise<ConnectionSummary[]> };
  systems(): SystemSummary[];
}
