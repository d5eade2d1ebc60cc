import type { ToolConnection } from "./tool/connection.ts";
import type { Delivered, Entrega } from "./tool/document-delivery.ts";
import type {
  DocumentKind,
  DteTotals,
  EmissionKind,
  EmissionRequest,
  FolioProof,
  IssuerProfile,
} from "./driver/emission.ts";

export interface PreparedDocumentAnswer {
  previewRef: string;
  expiraEn: string;
  documento: {
    kind: DocumentKind;
    tipoDte: number;
    receptorRut: string | null;
    fechaEmision: string;
    /** What it annuls; set for annulments only. */
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
  prueba: FolioProof | null;
  totales: DteTotals | null;
  recibo: string | null;
  creadaEn: string;
  enviadaEn: string | null;
  terminadaEn: string | null;
  evidencia: {
    paso: string;
    en: string;
    folioRespondido: number | null;
    rechazado: boolean;
    lista: { listados: number; coinciden: number; candidatos: number } | null;
  }[];
}

export interface EmittedHere {
  tipoDte: number;
  folio: number;
  operacionId: string;
  target: string | null;
}

export interface StoredProfile extends IssuerProfile {
  revision: string;
  actualizadoEn: string;
}

export interface EmissionService {
  prepare(connection: ToolConnection, request: EmissionRequest): Promise<PreparedDocumentAnswer>;
  /** Issues under the call's own key, and records on the call whether it was the first time. */
  emit(
    connection: ToolConnection,
    order: { kind: EmissionKind; input: { previewRef: string } },
  ): Promise<Record<string, unknown>>;
  find(connection: ToolConnection, operacionId: string): Promise<EmissionStatus>;
  reconcile(connection: ToolConnection, operacionId: string): Promise<EmissionStatus>;
  pdf(
    connection: ToolConnection,
    wanted: { operacionId: string; entrega: Entrega },
  ): Promise<{ tipoDte: number; folio: number; nombreArchivo: string } & Delivered>;
  emitted(
    connection: ToolConnection,
    documents: readonly { tipoDte: number; folio: number }[],
  ): Promise<EmittedHere[]>;
  issuer(connection: ToolConnection): Promise<StoredProfile | null>;
  configureIssuer(connection: ToolConnection, profile: IssuerProfile): Promise<StoredProfile>;
}
