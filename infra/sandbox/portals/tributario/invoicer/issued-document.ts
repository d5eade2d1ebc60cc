import type { RegistryDocument } from "../registry/document.ts";
import { plainAmounts } from "../registry/document.ts";
import type { Reference, TaxDocument, Totals } from "./document.ts";

/** A document of the issued list. */
export interface IssuedDocument extends Totals {
  docType: number;
  folio: number;
  rut: string;
  name: string;
  day: string;
  at: Date;
  lines: readonly { name: string; amount: number }[];
  references: readonly Pick<Reference, "docType" | "folio" | "code">[];
  /** The login that sent it through the wizard; null if it came another way. */
  by: string | null;
}

/** What its links have instead of type and folio. */
export function codeOf({ docType, folio }: Pick<IssuedDocument, "docType" | "folio">): string {
  return `${docType}${String(folio).padStart(10, "0")}`;
}

export function issuedFrom(
  document: TaxDocument,
  { folio, at, by }: { folio: number; at: Date; by: string },
): IssuedDocument {
  const { docType, receiver, day, net, exempt, vat, total, lines, references } = document;
  return {
    docType,
    folio,
    rut: receiver.rut,
    name: receiver.name,
    day,
    at,
    net,
    exempt,
    vat,
    total,
    lines: lines.map(({ name, amount }) => ({ name, amount })),
    references,
    by,
  };
}

/** How the registry lists it among the sales. */
export function saleFrom(issued: IssuedDocument): RegistryDocument {
  const { docType, folio, rut, name, day, exempt, net, vat } = issued;
  return {
    operation: "venta",
    section: null,
    docType,
    folio,
    rut,
    name,
    day,
    receivedDay: day,
    acceptedDay: null,
    claimedDay: null,
    kind: "Del Giro",
    ...plainAmounts(exempt, net, vat),
  };
}
