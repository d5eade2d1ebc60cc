export type Operation = "compra" | "venta";

export const sections = ["REGISTRO", "PENDIENTE", "NO_INCLUIR", "RECLAMADO"] as const;
export type Section = (typeof sections)[number];

export interface OtherTax {
  code: number;
  /** In tenths of a percent: 315 is 31,5 %. */
  rate: number;
  amount: number;
}

/** One document of the registry, as it is at some moment. */
export interface RegistryDocument {
  operation: Operation;
  section: Section | null;
  docType: number;
  folio: number;
  rut: string;
  name: string;
  day: string;
  receivedDay: string;
  acceptedDay: string | null;
  claimedDay: string | null;
  /** `Tipo Compra` or `Tipo Venta`. */
  kind: string;
  exempt: number;
  net: number;
  /** Recoverable, of a purchase. */
  vat: number;
  lostVat: number;
  lostVatCode: number | null;
  commonVat: number;
  fixedAssetNet: number;
  fixedAssetVat: number;
  otherTaxes: readonly OtherTax[];
  total: number;
}

/** Types of which the registry has one line per month and no documents. */
export interface MonthlyTotal {
  docType: number;
  documents: number;
  exempt: number;
  net: number;
  vat: number;
  total: number;
}

export interface Amounts {
  exempt: number;
  net: number;
  vat: number;
  lostVat: number;
  lostVatCode: number | null;
  commonVat: number;
  fixedAssetNet: number;
  fixedAssetVat: number;
  otherTaxes: readonly OtherTax[];
  total: number;
}

export function plainAmounts(exempt: number, net: number, vat: number): Amounts {
  return {
    exempt,
    net,
    vat,
    lostVat: 0,
    lostVatCode: null,
    commonVat: 0,
    fixedAssetNet: 0,
    fixedAssetVat: 0,
    otherTaxes: [],
    total: exempt + net + vat,
  };
}
