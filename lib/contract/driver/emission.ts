import type { Fecha } from "#lib/chile/index.ts";
import type { FoundRow } from "../dataset/dataset.ts";

/** What the authority's free invoicer issues. */
export const emissionKinds = ["dte", "anulacion", "boleta"] as const;
export type EmissionKind = (typeof emissionKinds)[number];

/** Tax documents, wherever they are issued: each is previewed first. */
export const documentKinds = [...emissionKinds, "documento", "nota_credito"] as const;
export type DocumentKind = (typeof documentKinds)[number];

interface DteReceiver {
  rut: string;
  razonSocial: string;
  giro: string;
  direccion: string;
  comuna: string;
  ciudad: string;
  contacto?: string | undefined;
}

export interface DteLine {
  nombre: string;
  descripcion?: string | undefined;
  cantidad: number;
  precioUnitario: number;
  unidad?: string | undefined;
  exento?: boolean | undefined;
  descuentoPct?: number | undefined;
}

export interface DteReference {
  tipoDoc: number;
  folio: string;
  fecha: Fecha;
  codigo?: 1 | 2 | 3 | undefined;
  razon?: string | undefined;
}

export interface DteDocument {
  tipoDte: number;
  /** Null on a receipt for somebody without a name. */
  receptor: DteReceiver | null;
  lineas: DteLine[];
  formaPago: "contado" | "credito" | "sin_costo";
  fechaEmision: Fecha;
  referencias: DteReference[];
}

/** What somebody wants issued, in domain words. */
export type EmissionRequest =
  | { kind: "dte"; documento: DteDocument }
  | { kind: "boleta"; documento: DteDocument }
  | {
      kind: "anulacion";
      tipoDte: number;
      folio: number;
      motivo: string | null;
      fechaEmision: Fecha;
    };

export interface DteTotals {
  neto: number;
  exento: number;
  iva: number;
  total: number;
}

/** How the issuer is shown on its documents, out of what the portal's form offers. */
export interface IssuerProfile {
  actividad: string;
  direccion: string;
  ciudad: string;
}

/** The document as the portal itself prepared it. */
export interface PreviewedDocument {
  tipoDte: number;
  receptorRut: string | null;
  fechaEmision: Fecha;
  totales: DteTotals;
  /** Everything that the portal would issue, without what changes from one preview to the next. */
  normalizado: Readonly<Record<string, string>>;
  /**
   * Identifies the issuer's profile as the form shows it, including what of it is on the document.
   */
  revisionEmisor: string;
  /** The types that the form offers this person. */
  tiposDte: number[];
  /** The document that this one reverses completely. */
  anula: { tipoDte: number; folio: number; fecha: Fecha } | null;
  /** For the caller: each text that the portal truncated. */
  advertencias: string[];
}

/** A document that the authority lists as issued. */
export interface IssuedDocument {
  tipoDte: number;
  folio: number;
  fecha: Fecha;
  receptorRut: string | null;
  total: number;
  anuladoPor: { tipoDte: number; folio: number } | null;
  /** Absent from a list that shows less than a row. */
  kept?: FoundRow;
}

/**
 * How a folio is known to belong to an operation: from the portal's answer as well, or from the
 * list only.
 */
export const folioProofs = ["respuesta", "lista"] as const;
export type FolioProof = (typeof folioProofs)[number];

/** What the portal said when the document was sent. A folio in it is no proof. */
export type SendAnswer =
  | { kind: "accepted"; folio: number | null }
  /** Only for words that are known to mean that nothing was issued. */
  | { kind: "refused"; unsigned: boolean };

interface IssuedQuery {
  tipoDte: number;
  fecha: Fecha;
}

/**
 * The invoicer of a portal, after its login. One emission makes the calls in this order: preview,
 * propose, sign, send. Only `send` issues, and it must never be called twice.
 */
export interface Emitter {
  preview(request: EmissionRequest, profile: IssuerProfile | null): Promise<PreviewedDocument>;
  propose(): Promise<void>;
  /** The decrypted password exists only while this runs. */
  sign(password: string): Promise<void>;
  send(): Promise<SendAnswer>;
  issued(query: IssuedQuery): Promise<IssuedDocument[]>;
  pdf(document: { tipoDte: number; folio: number }): Promise<Buffer>;
}
