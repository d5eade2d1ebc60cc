import type { Fecha } from "#lib/chile/index.ts";
import type { ToolConnection } from "./tool/connection.ts";
import type { Delivered, Entrega } from "./tool/document-delivery.ts";
import type { AnnulmentCause, FeeWithholder } from "./driver/fee-receipts.ts";

export const feeRequestKinds = ["emision", "anulacion"] as const;
type FeeRequestKind = (typeof feeRequestKinds)[number];

export const annulmentModes = ["inmediata", "con_receptor"] as const;
export type AnnulmentMode = (typeof annulmentModes)[number];

/** For an emission, an annulment, or both. */
export const feeRequestStates = [
  "pending",
  "processing",
  "issued",
  "annulled",
  "awaiting_receiver",
  "refused_by_receiver",
  "lapsed",
  "rejected",
  "inconclusive",
] as const;
export type FeeRequestState = (typeof feeRequestStates)[number];

/** A fee receipt as its caller requests it. */
export interface FeeReceiptAsked {
  referencia: string;
  receptor: {
    rut: string;
    nombre: string;
    domicilio: string;
    comuna: string;
    correo?: string | undefined;
  };
  fecha: Fecha;
  lineas: { descripcion: string; monto: number }[];
  retencion: "receptor" | "emisor" | "auto";
  domicilioEmisor?: string | undefined;
  huella?: string | undefined;
}

/** A limit of the policy, or of somebody else, that a receipt exceeds. */
export interface ExceededLimit {
  limite: string;
  maximo: number | string | null;
  recibido: number | string | null;
}

export interface FeePreview {
  documento: {
    fecha: string;
    rutReceptor: string;
    nombreReceptor: string;
    bruto: number;
    tasaRetencion: number;
    retencion: number;
    liquido: number;
    quienRetiene: FeeWithholder;
    display: { bruto: string; retencion: string; liquido: string };
  };
  domiciliosEmisor: { codigo: string; texto: string }[];
  huella: string;
  limites: ExceededLimit[];
  advertencias: ("anio_distinto" | "receptor_nuevo" | "igual_reciente" | "texto_cortado")[];
}

export interface FeeRequest {
  solicitudId: string;
  tipo: FeeRequestKind;
  referencia: string;
  state: FeeRequestState;
  motivo: string | null;
  seEnvio: boolean;
  rutReceptor: string | null;
  fecha: string;
  bruto: number;
  retencion: number;
  liquido: number;
  folio: number | null;
  codigoBarras: string | null;
  documentVersion: number;
  documentoDisponible: boolean;
  plazoHasta: string | null;
  anulacion: { solicitudId: string | null; state: FeeRequestState } | null;
  operacionId: string;
  creadaEn: string;
  actualizadaEn: string;
}

export interface FeeRequestQuery {
  solicitudId?: string | undefined;
  referencia?: string | undefined;
  state?: FeeRequestState | undefined;
  tipo?: FeeRequestKind | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The receipt to annul: a request of this service, or a receipt that a sync read. */
export interface AnnulmentAsked {
  solicitudId?: string | undefined;
  folio?: number | undefined;
  causa: AnnulmentCause;
  huella?: string | undefined;
}

export interface AnnulmentPreview {
  folio: number;
  fecha: string;
  rutReceptor: string | null;
  bruto: number;
  modo: AnnulmentMode;
  plazoHasta: string;
  huella: string;
  advertencias: "retencion_sigue_vigente"[];
}

interface FeeDocument extends Delivered {
  folio: number;
  codigoBarras: string;
  documentVersion: number;
  nombreArchivo: string;
  tamanoBytes: number;
  sha256: string;
  guardadoHasta: string | null;
}

/** Fee receipts of a connection; each request belongs to its maker. */
export interface FeeReceiptService {
  preview(connection: ToolConnection, asked: FeeReceiptAsked): Promise<FeePreview>;
  /** Under the call's own key; returns whatever state was reached within `waitSeconds`. */
  request(
    connection: ToolConnection,
    order: { input: unknown; asked: FeeReceiptAsked; waitSeconds: number },
  ): Promise<{ solicitudId: string; state: FeeRequestState; operacionId: string }>;
  list(
    connection: ToolConnection,
    query: FeeRequestQuery,
  ): Promise<{ solicitudes: FeeRequest[]; cursor: string | null }>;
  reconcile(connection: ToolConnection, solicitudId: string): Promise<FeeRequest>;
  previewAnnulment(connection: ToolConnection, asked: AnnulmentAsked): Promise<AnnulmentPreview>;
  /** Under the call's own key, like `request`. */
  requestAnnulment(
    connection: ToolConnection,
    order: { input: unknown; asked: AnnulmentAsked },
  ): Promise<{
    solicitudId: string;
    state: FeeRequestState;
    modo: AnnulmentMode;
    plazoHasta: string | null;
    operacionId: string;
  }>;
  document(
    connection: ToolConnection,
    wanted: { solicitudId: string; entrega: Entrega },
  ): Promise<FeeDocument>;
}
