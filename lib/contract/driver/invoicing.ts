import type { Fecha } from "#lib/chile/index.ts";
import type { FoundRow } from "../dataset/dataset.ts";
import type { DteDocument, DteLine, DteTotals, EmissionRequest } from "./emission.ts";

/**
 * How the system recognises a repeated request: it deduplicates by a key of ours, stores a
 * reference of ours that can be searched for, or neither.
 */
export const idempotencyWays = ["clave", "referencia", "ninguna"] as const;
export type IdempotencyWay = (typeof idempotencyWays)[number];

/** What the authority says about an issued document. All but the first are final. */
export const acceptanceStates = ["pendiente", "aceptado", "reparos", "rechazado"] as const;
export type AcceptanceState = (typeof acceptanceStates)[number];

/** What a company still has to do in the system before it can issue there. */
export interface MissingStep {
  clave: "certificado" | "folios" | "resolucion" | "actividad";
  /** The last day of a certificate, if it has one. */
  vence?: Fecha;
}

/** A company's account with the system, as it is now. */
export interface InvoicingAccount {
  rut: string;
  razonSocial: string;
  missing: MissingStep[];
  certificadoVence: Fecha | null;
  /** Types that have folios left. */
  tiposConFolios: number[];
  documentosRestantes: number;
  idempotencia: IdempotencyWay;
}

/** The folios of a type that are used next. Nobody chooses one. */
export interface FoliosInUse {
  disponibles: number;
  /** The day of the range that the next folio is taken from. */
  fechaAutorizacion: Fecha | null;
}

/** A document as the system would issue it. */
export interface InvoicePreview {
  receptorRut: string;
  fechaEmision: Fecha;
  totales: DteTotals;
  normalizado: Readonly<Record<string, string>>;
  /** Whether some text was truncated. */
  isCut: boolean;
}

/** An issued document, as the system stores it. */
export interface InvoicedDocument {
  id: string;
  tipoDte: number;
  folio: number;
  fecha: Fecha;
  receptorRut: string;
  totales: DteTotals;
  /** The sender's reference, where the system stores it. */
  referencia: string | null;
  trackId: string | null;
  acceptance: { state: AcceptanceState; at: Date | null };
  /** Whether a later document reversed it completely. */
  isAnnulled: boolean;
  /** As stored among the rows that were read. */
  kept: FoundRow;
}

/** Includes everything that a note about it repeats. */
export interface WholeInvoicedDocument extends InvoicedDocument {
  /** The documents that it says it corrects, each with the code of how. */
  corrects: { tipoDte: number; folio: string; codigo: number }[];
  receptor: NonNullable<DteDocument["receptor"]>;
}

/** What the system said to a submission. A folio in it is no proof. */
export type InvoiceAnswer =
  | { kind: "accepted"; id: string }
  /** Only for problems that mean that nothing was issued. */
  | { kind: "refused"; refusal: InvoiceRefusal };

/** The problems where the system itself says that nothing was issued. */
export type InvoiceRefusal =
  | "contenido"
  | "folios"
  | "certificado"
  | "puesta_en_marcha"
  | "plan"
  | "credencial"
  /** A rate limit: says nothing about this document. */
  | "limite"
  | "suspendida";

/**
 * A company's invoicing system, used with its key. Only `send` issues, and it must never be called
 * twice for one operation; everything else reads.
 */
export interface Invoicing {
  account(): Promise<InvoicingAccount>;
  foliosInUse(tipoDte: number): Promise<FoliosInUse>;
  preview(document: DteDocument): Promise<InvoicePreview>;
  /** The operation's id is both its reference and its key. Throws when no answer came. */
  send(document: DteDocument, operacionId: string): Promise<InvoiceAnswer>;
  /** Those of a type, to a receiver, on a day, or from it until another one. */
  issued(query: {
    tipoDte: number;
    receptorRut: string;
    fecha: Fecha;
    hasta?: Fecha;
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
      /** The document it concerns, by the system's own id. */
      documentoId: string;
      /** The note itself, once the system has shown the document it concerns. */
      documento: DteDocument | null;
    };
