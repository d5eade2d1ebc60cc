import type { Fecha } from "#lib/chile/index.ts";
import type { FeeWithholder } from "#lib/contract/index.ts";

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
