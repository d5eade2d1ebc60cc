import type { OfferedType } from "../people.ts";

export interface Issuer {
  rut: string;
  name: string;
  /** The line of business as text. */
  activity: string;
  activityCode: string;
  street: string;
  commune: string;
  city: string;
  revision: string;
}

export interface Receiver {
  rut: string;
  name: string;
  activity: string;
  street: string;
  commune: string;
  city: string;
  contact: string;
}

export interface Line {
  name: string;
  description: string;
  /** Decimals with a comma, without trailing zeros. */
  quantity: string;
  unit: string;
  price: string;
  discountPct: string;
  discount: number;
  exempt: boolean;
  amount: number;
}

export interface Reference {
  docType: string;
  folio: string;
  day: string;
  /** 1 annuls, 2 corrects text, 3 corrects amounts; empty for other references. */
  code: string;
  reason: string;
}

export interface Totals {
  net: number;
  exempt: number;
  vat: number;
  total: number;
}

/** A document as the portal understood it: what is previewed, signed and sent. */
export interface TaxDocument extends Totals {
  docType: OfferedType;
  issuer: Issuer;
  receiver: Receiver;
  day: string;
  payment: string;
  transfer: string;
  lines: readonly Line[];
  references: readonly Reference[];
}

export const anonymousReceiver: Receiver = {
  rut: "66666666-6",
  name: "CONSUMIDOR FINAL",
  activity: "",
  street: "",
  commune: "",
  city: "",
  contact: "",
};
