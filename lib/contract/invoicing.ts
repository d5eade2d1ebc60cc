import type { Fecha } from "#lib/chile/index.ts";
import type { NewRecord } from "./dataset.ts";
import type { DteDocument, DteLine, DteTotals, EmissionRequest } from "./emission.ts";

/**
 * By what the system knows a sending again: it deduplicates by a key of ours, it keeps a reference of
 * ours that can be searched for, or neither.
 */
export const idempotencyWays = ["clave", "referencia", "ninguna"] as const;
export type IdempotencyWay = (typeof idempotencyWays)[number];

/** What the authority says of an issued document. All but the first are its last word. */
export const acceptanceStates = ["pendiente", "aceptado", "reparos", "rechazado"] as const;
export type AcceptanceState = (typeof acceptanceStates)[number];

/** What a company still has to do in the system before it can issue there. */
export interface MissingStep {
  clave: "certificado" | "folios" | "resolucion" | "actividad";
  /** Of a certificate that has one: its last day. */
  vence?: Fecha;
}

/** A company's account with the system, as it is now. */
export interface InvoicingAccount {
  rut: string;
  razonSocial: string;
  missing: MissingStep[];
  certificadoVence: Fecha | null;
  /** Types of which a folio is left. */
  tiposConFolios: number[];
  documentosRestantes: number;
  idempotencia: IdempotencyWay;
}

/** The folios of a type that are used next. Nobody chooses one. */
export interface FoliosInUse {
  disponibles: number;
  /** Of the range that the next one is taken from. */
  fechaAutorizacion: Fecha | null;
}

/** A document as the system would issue it. */
export interface InvoicePreview {
  receptorRut: string;
  fechaEmision: Fecha;
  totales: DteTotals;
  normalizado: Readonly<Record<string, string>>;
  /** It kept only the beginning of some text. */
  isCut: boolean;
}

/** An issued document, as the system holds it. */
export interface InvoicedDocument {
  id: string;
  tipoDte: number;
  folio: number;
  fecha: Fecha;
  receptorRut: string;
  totales: DteTotals;
  /** What its sender called it, where the system keeps that. */
  referencia: string | null;
  trackId: string | null;
  acceptance: { state: AcceptanceState; at: Date | null };
  /** A later document took it back whole. */
  isAnnulled: boolean;
  /** As it is kept among the rows that were read. */
  kept: { dataset: string; record: NewRecord };
}

/** One with all that a note about it repeats. */
export interface WholeInvoicedDocument extends InvoicedDocument {
  /** The documents that it says it takes back. */
  annuls: { tipoDte: number; folio: string }[];
  receptor: NonNullable<DteDocument["receptor"]>;
}

/** What the system said to a sending. A folio in it is no proof. */
export type InvoiceAnswer =
  | { kind: "accepted"; id: string }
  /** One of the problems that mean that nothing was issued. */
  | { kind: "refused"; refusal: InvoiceRefusal };

/** The problems of which the system itself says that nothing was issued. */
export type InvoiceRefusal =
  | "contenido"
  | "folios"
  | "certificado"
  | "puesta_en_marcha"
  | "plan"
  | "credencial"
  /** It was asked too often: of this document that says nothing. */
  | "limite"
  | "suspendida";

/**
 * A company's invoicing system, under its key. Only `send` issues, and nothing may call it twice for
 * one operation; all else reads.
 */
export interface Invoicing {
  account(): Promise<InvoicingAccount>;
  foliosInUse(tipoDte: number): Promise<FoliosInUse>;
  preview(document: DteDocument): Promise<InvoicePreview>;
  /** Under the operation's id, as its reference and as its key. Throws when no word came. */
  send(document: DteDocument, operacionId: string): Promise<InvoiceAnswer>;
  /** Those of a type, to a receiver, of a day. */
  issued(query: {
    tipoDte: number;
    receptorRut: string;
    fecha: Fecha;
  }): Promise<InvoicedDocument[]>;
  referred(operacionId: string): Promise<InvoicedDocument[]>;
  find(id: string): Promise<WholeInvoicedDocument | null>;
}

/** How a note corrects a document: 1 annuls it, 2 corrects a text, 3 the amounts. */
export type CreditNoteAsked = { tipoDte: number; folio: number; razon: string } & (
  | { codigo: 1 }
  | { codigo: 2; texto: string }
  | { codigo: 3; lineas: DteLine[] }
);

/** What is previewed as a tax document, wherever it is issued. */
export type DocumentRequest = EmissionRequest | InvoiceRequest;

/** What somebody wants issued in an invoicing system. */
export type InvoiceRequest =
  | { kind: "documento"; documento: DteDocument }
  | {
      kind: "nota_credito";
      nota: CreditNoteAsked;
      fechaEmision: Fecha;
      /** The document that it is about, by the system's own id. */
      documentoId: string;
      /** The note itself, once the system has shown what it is about. */
      documento: DteDocument | null;
    };
