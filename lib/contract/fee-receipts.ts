import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { IssueCode } from "#lib/kernel/errors/index.ts";

/** Who hands the retention of a fee receipt over; nobody where there is none. */
export type FeeWithholder = "receptor" | "emisor" | "nadie";

/** A fee receipt as somebody wants it issued. Every text is in Latin-1, as the portal's forms are. */
export interface FeeReceiptRequest {
  receptor: { rut: string; nombre: string; domicilio: string; comuna: string };
  fecha: Fecha;
  lineas: readonly { descripcion: string; monto: number }[];
  retiene: Exclude<FeeWithholder, "nadie">;
  /** The code of one of the issuer's addresses; null takes the one that the portal itself would. */
  domicilioEmisor: string | null;
}

/** A field of the request that the portal does not take, by its place there. */
export interface FeeIssue {
  path: (string | number)[];
  code: IssueCode;
}

/** What the portal has instead of a confirmation; nothing was issued. */
export interface FeeRefused {
  kind: "refused";
  /** Never empty; one about no field in particular has an empty path. */
  issues: FeeIssue[];
}

/** The receipt as the portal itself would issue it. */
export interface PreviewedReceipt {
  kind: "previewed";
  fecha: Fecha;
  rutEmisor: string;
  rutReceptor: string;
  nombreReceptor: string;
  bruto: number;
  /** Hundredths of a percent: 1525 is 15,25 %. */
  tasaRetencion: number;
  retencion: number;
  liquido: number;
  retiene: FeeWithholder;
  /** Names all that would be issued: two previews of one receipt have the same. */
  huella: string;
  /** Where the issuer may say that it works. */
  domicilios: { codigo: string; texto: string }[];
  /** Where in the request a text is of which the portal keeps only the beginning. */
  cortados: string[];
}

/** What the portal said when it was sent. A folio or bar code in it is no proof: the list is. */
export type FeeSendAnswer =
  | { kind: "accepted"; folio: number | null; codigoBarras: string | null }
  /** In words that mean that nothing was issued, and no others. */
  | { kind: "refused"; refusal: FeeSendRefusal };

export type FeeSendRefusal = "rejected" | "confirmation_expired";

type FeeReceiptState = "VIGENTE" | "VIGENTE_ANULACION_PENDIENTE" | "ANULADA";

/** A receipt that the month's list has, of those that the company issued. */
export interface ListedReceipt {
  folio: number;
  codigoBarras: string;
  fecha: Fecha;
  /** Null for somebody abroad. */
  rutReceptor: string | null;
  bruto: number;
  estado: FeeReceiptState;
  fechaAnulacion: Fecha | null;
}

/** Not paid, not rendered, a typing error. */
export type AnnulmentCause = 1 | 2 | 3;

/** Why the portal would not annul a receipt now; of `too_much` with the greatest amount it does. */
export type AnnulmentRefusal =
  | { reason: "unknown" | "annulled" | "already_asked" | "too_late" | "other" }
  | { reason: "too_much"; maximo: number | null };

/** What annulling a receipt today would do. */
export interface PreviewedAnnulment {
  kind: "previewed";
  folio: number;
  fecha: Fecha;
  rutReceptor: string | null;
  bruto: number;
  /** At once, or when the receiver agrees; until it does the receipt stays in force. */
  modo: "inmediata" | "con_receptor";
  /** The last day on which this can be done, or on which the receiver's answer counts. */
  plazoHasta: Fecha;
  huella: string;
}

/** What the portal said to it. The receipt's `estado` in the list alone tells whether it was done. */
export type AnnulmentSendAnswer =
  | { kind: "accepted" }
  | { kind: "refused"; refusal: AnnulmentSendRefusal };

export type AnnulmentSendRefusal = "rejected" | "confirmation_expired" | "too_late" | "too_much";

/** What has to be on the paper of a receipt. */
export interface ReceiptOnPaper {
  folio: number;
  rutEmisor: string;
  /** Null for somebody abroad: then none is looked for. */
  rutReceptor: string | null;
  bruto: number;
}

export type ReceiptFile =
  /** Held against the receipt. `anulada`: it is marked as annulled. */
  | { kind: "ready"; bytes: Buffer; anulada: boolean }
  /** The portal has not made it yet. */
  | { kind: "late" };

/** What the portal's form takes at most. */
export interface FeeReceiptLimits {
  lineas: number;
  montoLinea: number;
  /** How far from today the receipt's day may be, either way. */
  mesesDeFecha: number;
}

/**
 * Fee receipts at a portal, after its login; the company's own alone (`alcance_scheme_unsupported`).
 * Only the two `send…` change anything there. Each sends what the last preview of its kind made
 * ready, by one request that nothing repeats, and throws when no word came; nothing may call it twice.
 */
export interface FeeReceipts {
  readonly limits: FeeReceiptLimits;
  previewReceipt(request: FeeReceiptRequest): Promise<PreviewedReceipt | FeeRefused>;
  sendReceipt(): Promise<FeeSendAnswer>;
  /** All that the company issued with a day of that month. Throws when a row cannot be read. */
  listMonth(periodo: Periodo): Promise<ListedReceipt[]>;
  /** Throws `upstream_unexpected_response` for any file but the receipt's own. */
  readPdf(codigoBarras: string, expected: ReceiptOnPaper): Promise<ReceiptFile>;
  previewAnnulment(
    folio: number,
  ): Promise<PreviewedAnnulment | ({ kind: "refused" } & AnnulmentRefusal)>;
  sendAnnulment(causa: AnnulmentCause): Promise<AnnulmentSendAnswer>;
}
