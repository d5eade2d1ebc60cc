import type { Fecha } from "#lib/chile/index.ts";
import type { ToolConnection } from "./context.ts";
import type { RecordPage, RecordQuery } from "./dataset.ts";
import type { openStatuses, SyncAnswer, VerifyAnswer } from "./sync.ts";
import type { EmissionKind, EmissionRequest, DteTotals, IssuerProfile } from "./emission.ts";

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
  sincronizacionesPendientes: {
    jobId: string;
    periodo: string;
    status: (typeof openStatuses)[number];
  }[];
  creadaEn: string;
  tiposDte: { autorizados: number[] } | null;
}

export interface ConnectionPart {
  /** All of them without one. */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ConnectionPage {
  connections: ConnectionSummary[];
  cursor: string | null;
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

export interface SyncRequest {
  periodo: string;
  alcances?: string[] | undefined;
  esperarSegundos: number;
}

export interface SyncService {
  request(connection: ToolConnection, input: SyncRequest): Promise<SyncAnswer>;
  verify(connection: ToolConnection): Promise<VerifyAnswer>;
}

export interface LinkRequest {
  sistema: string;
  nombre?: string | undefined;
  alcances?: string[] | undefined;
  modo: "crear" | "reconectar";
  conexionId?: string | undefined;
  expiraEnMinutos: number;
  volverA?: string | undefined;
}

export interface LinkAnswer {
  enlaceId: string;
  url: string;
  expiraEn: string;
  modo: "crear" | "reconectar";
}

export interface PreparedDocumentAnswer {
  previewRef: string;
  expiraEn: string;
  documento: {
    kind: EmissionKind;
    tipoDte: number;
    receptorRut: string | null;
    fechaEmision: string;
    anula: { tipoDte: number; folio: number } | null;
  };
  totales: DteTotals;
  totalesDisplay: Record<keyof DteTotals, string>;
  advertencias: string[];
  requiereConfirmacion: boolean;
}

export interface EmissionStatus {
  operacionId: string;
  estado: "en_cola" | "en_curso" | "emitido" | "rechazado" | "desconocido" | "liberado";
  kind: EmissionKind;
  tipoDte: number;
  folio: number | null;
  totales: DteTotals | null;
  recibo: string | null;
  creadaEn: string;
  enviadaEn: string | null;
  terminadaEn: string | null;
  evidencia: {
    paso: string;
    en: string;
    folioRespondido: number | null;
    lista: { listados: number; coinciden: number; candidatos: number } | null;
  }[];
}

export interface EmittedHere {
  tipoDte: number;
  folio: number;
  operacionId: string;
  target: string | null;
}

export interface EmissionService {
  prepare(connection: ToolConnection, request: EmissionRequest): Promise<PreparedDocumentAnswer>;
  /** Emits under the call's own key, and says on the call whether it was the first time. */
  emit(
    connection: ToolConnection,
    order: { kind: EmissionKind; input: { previewRef: string } },
  ): Promise<Record<string, unknown>>;
  find(connection: ToolConnection, operacionId: string): Promise<EmissionStatus>;
  reconcile(connection: ToolConnection, operacionId: string): Promise<EmissionStatus>;
  pdf(
    connection: ToolConnection,
    operacionId: string,
  ): Promise<{ tipoDte: number; folio: number; bytes: Uint8Array }>;
  emitted(
    connection: ToolConnection,
    documents: readonly { tipoDte: number; folio: number }[],
  ): Promise<EmittedHere[]>;
  issuer(
    connection: ToolConnection,
  ): Promise<(IssuerProfile & { revision: string; actualizadoEn: string }) | null>;
  configureIssuer(
    connection: ToolConnection,
    profile: IssuerProfile,
  ): Promise<IssuerProfile & { revision: string; actualizadoEn: string }>;
}

/** The verbs of the domains that tools may call, each already bound to the caller. */
export interface ToolServices {
  records: { read(query: RecordQuery): Promise<RecordPage> };
  indicators: IndicatorReader;
  connections: { list(part: ConnectionPart): Promise<ConnectionPage> };
  syncs: SyncService;
  emissions: EmissionService;
  links: { create(request: LinkRequest): Promise<LinkAnswer> };
  systems(): SystemSummary[];
}
