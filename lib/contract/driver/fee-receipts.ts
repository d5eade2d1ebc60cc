import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { IssueCode } from "#lib/kernel/errors/index.ts";
import type { FoundRow } from "../dataset/dataset.ts";

/** Who pays in the retention of a fee receipt; nobody where there is none. */
export type FeeWithholder = "receptor" | "emisor" | "nadie";

/**
 * A fee receipt as somebody wants it issued. Every text is in Latin-1, as the portal's forms are.
 */
export interface FeeReceiptRequest {
  receptor: { rut: string; nombre: string; domicilio: string; comuna: string };
  fecha: Fecha;
  lineas: readonly { descripcion: string; monto: number }[];
  retiene: Exclude<FeeWithholder, "nadie">;
  /** The code of one of the issuer's addresses; null uses the portal's own choice. */
  domicilioEmisor: string | null;
}

/** A field of the request that the portal rejects, by its path there. */
export interface FeeIssue {
  path: (string | number)[];
  code: IssueCode;
}

/** What the portal shows instead of a confirmation; nothing was issued. */
export interface FeeRefused {
  kind: "refused";
  /** Never empty; an issue about no particular field has an empty path. */
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
  /** Identifies everything that would be issued: two previews of one receipt have the same. */
  huella: string;
  /** The addresses that the issuer may use. */
  domicilios: { codigo: string; texto: string }[];
  /** The paths of texts that the portal truncates. */
  cortados: string[];
}

/** What the portal said when it was sent. A folio or bar code in it is no proof: the list is. */
export type FeeSendAnswer =
  | { kind: "accepted"; folio: number | null; codigoBarras: string | null }
  /** Only for words that are known to mean that nothing was issued. */
  | { kind: "refused"; refusal: FeeSendRefusal };

export type FeeSendRefusal = "rejected" | "confirmation_expired";

type FeeReceiptState = "VIGENTE" | "VIGENTE_ANULACION_PENDIENTE" | "ANULADA";

/** An issued receipt in the month's list. */
export interface ListedReceipt {
  folio: number;
  codigoBarras: string;
  fecha: Fecha;
  /** Null for somebody abroad. */
  rutReceptor: string | null;
  bruto: number;
  estado: FeeReceiptState;
  fechaAnulacion: Fecha | null;
  /** Absent from a list that shows less than a row. */
  kept?: FoundRow;
}

/** Not paid, not rendered, a typing error. */
export type AnnulmentCause = 1 | 2 | 3;

/**
 * Why the portal would not annul a receipt now; `too_much` includes the greatest amount it accepts.
 */
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
  /** At once, or when the receiver agrees; until then the receipt stays in force. */
  modo: "inmediata" | "con_receptor";
  /** The last day on which this can be done, or on which the receiver's answer counts. */
  plazoHasta: Fecha;
  huella: string;
}

/** What the portal said to it. Only the receipt's `estado` in the list says whether it was done. */
export type AnnulmentSendAnswer =
  | { kind: "accepted" }
  | { kind: "refused"; refusal: AnnulmentSendRefusal };

export type AnnulmentSendRefusal = "rejected" | "confirmation_expired" | "too_late" | "too_much";

/** What a receipt's PDF must contain. */
export interface ReceiptOnPaper {
  folio: number;
  rutEmisor: string;
  /** Null for somebody abroad: then none is looked for. */
  rutReceptor: string | null;
  bruto: number;
}

export type ReceiptFile =
  /** Checked against the receipt. `anulada`: it is marked as annulled. */
  | { kind: "ready"; bytes: Buffer; anulada: boolean }
  /** The portal has not made it yet. */
  | { kind: "late" };

/** The limits of the portal's form. */
export interface FeeReceiptLimits {
  lineas: number;
  montoLinea: number;
  /** How far from today the receipt's date may be, either way. */
  mesesDeFecha: number;
}

/**
 * A portal's fee receipts, after the company's own login (else `alcance_scheme_unsupported`). Only
 * the two `send…` change anything there. Each sends what the last preview of its kind prepared, in
 * one request that is never repeated, and throws when no answer came; neither may be called twice.
 */
export interface FeeReceipts {
  readonly limits: FeeReceiptLimits;
  previewReceipt(request: FeeReceiptRequest): Promise<PreviewedReceipt | FeeRefused>;
  sendReceipt(): Promise<FeeSendAnswer>;
  /**
   * Everything that the company issued with a date in that month. Throws when a row cannot be read.
   */
  listMonth(periodo: Periodo): Promise<ListedReceipt[]>;
  /** Throws `upstream_unexpected_response` for any file but the receipt's own. */
  readPdf(codigoBarras: string, expected: ReceiptOnPaper): Promise<ReceiptFile>;
  previewAnnulment(
    folio: number,
  ): Promise<PreviewedAnnulment | ({ kind: "refused" } & AnnulmentRefusal)>;
  sendAnnulment(causa: AnnulmentCause): Promise<AnnulmentSendAnswer>;
}
