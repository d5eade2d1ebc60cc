export const sides = ["emitidos", "recibidos"] as const;
export type Side = (typeof sides)[number];

/** The tax authority's verdict on a document, some time after it was issued. */
export const verdictWords = ["aceptado", "reparos", "rechazado"] as const;
type VerdictWord = (typeof verdictWords)[number];

export interface Verdict {
  word: VerdictWord;
  at: Date;
  remark: string;
}

/** The other side of a document. */
export interface Counterpart {
  rut: string;
  name: string;
  activity: string | null;
  address: string | null;
  commune: string | null;
  city: string | null;
}

export interface Line {
  name: string;
  description: string | null;
  quantity: string;
  unit: string | null;
  price: string;
  discountPct: string | null;
  exempt: boolean;
  amount: number;
}

/** Another document that this one refers to. */
export interface Reference {
  docType: string;
  folio: string;
  day: string;
  /** 1 annuls, 2 corrects the text, 3 the amounts. */
  code: 1 | 2 | 3 | null;
  reason: string | null;
}

export interface Totals {
  net: number;
  exempt: number;
  vat: number;
  total: number;
}

/** A request to issue: everything except what issuing adds. */
export interface Draft extends Totals {
  docType: number;
  day: string;
  counterpart: Counterpart;
  payment: "contado" | "credito" | "sin_costo";
  lines: readonly Line[];
  references: readonly Reference[];
  /** The sender's reference. */
  reference: string | null;
}

export interface TaxDocument extends Draft {
  id: string;
  side: Side;
  at: Date;
  /** None until it is issued. */
  folio: number | null;
  trackId: string | null;
  /** Visible from its instant on; null until it is decided. */
  verdict: Verdict | null;
  /** Issued through this provider during this run of the sandbox. */
  isLive: boolean;
}

export type State = "borrador" | "emitido" | VerdictWord | "anulado";

/** A document as it is at some moment. */
export interface DocumentNow extends TaxDocument {
  state: State;
}
