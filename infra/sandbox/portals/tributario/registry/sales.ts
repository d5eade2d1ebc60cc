import { momentsOf } from "../../../generator/moments.ts";
import { randomFor, type Random } from "../../../generator/random.ts";
import { vatOf } from "../../../generator/arithmetic.ts";
import { plainAmounts, type Amounts, type RegistryDocument } from "./document.ts";
import { folioAt, partnersOf } from "./partners.ts";
import { volumeOf } from "./volume.ts";

export interface Sale {
  document: RegistryDocument;
  at: Date;
  /** Whether it was issued through the free invoicer, or by the company's other software. */
  invoicer: boolean;
  reference: { docType: number; folio: number; code: 1 | 3 } | null;
}

const foreignReceiver = { rut: "55555555-5", name: "Comprador Extranjero" };
/** Where the numbering of each type begins. */
const folioStarts: Record<number, number> = { 33: 10_000, 34: 2_000, 56: 300, 61: 900, 110: 40 };
const invoicerTypes = new Set([33, 34, 56, 61]);

export function salesOf(company: string, period: string): Sale[] {
  const random = randomFor("tributario", company, "sales", period);
  const { sales: count } = volumeOf(period, randomFor("tributario", company, period));
  if (count === 0) return [];
  const partners = partnersOf(company, "customer");
  const made: Sale[] = [];
  for (const [index, { day, at }] of momentsOf(period, count, undefined, random).entries()) {
    const docType = typeOf(random);
    const partner = partners[random.between(0, partners.length - 1)];
    if (!partner) throw new Error("no partners");
    const referred = referredBy(docType, made, random);
    const amounts = referred?.amounts ?? saleAmounts(docType, random);
    const receiver = docType === 110 ? foreignReceiver : (referred?.receiver ?? partner);
    const invoicer = referred !== undefined || (invoicerTypes.has(docType) && random.chance(70));
    const document: RegistryDocument = {
      operation: "venta",
      section: null,
      docType,
      folio: folioAt(folioStarts[docType] ?? 1, period, index),
      rut: receiver.rut,
      name: receiver.name,
      day,
      receivedDay: day,
      acceptedDay: null,
      claimedDay: null,
      kind: "Del Giro",
      ...amounts,
    };
    made.push({ document, at, invoicer, reference: referred?.reference ?? null });
  }
  return made;
}

function typeOf(random: Random): number {
  const drawn = random.between(1, 100);
  if (drawn <= 68) return 33;
  if (drawn <= 82) return 34;
  if (drawn <= 92) return 61;
  return drawn <= 96 ? 56 : 110;
}

function saleAmounts(docType: number, random: Random): Amounts {
  const base = random.between(5_000, 9_000_000);
  if (docType === 34 || docType === 110) return plainAmounts(base, 0, 0);
  return plainAmounts(random.chance(10) ? random.between(1_000, 90_000) : 0, base, vatOf(base));
}

/** A credit note annuls an untouched invoice of this month, or reduces one. */
function referredBy(docType: number, made: readonly Sale[], random: Random) {
  if (docType !== 61 && docType !== 56) return undefined;
  const touched = new Set(made.map(({ reference }) => reference && keyOf(reference)));
  const invoice = made.find(
    ({ document, invoicer }) =>
      invoicer &&
      (document.docType === 33 || document.docType === 34) &&
      !touched.has(keyOf(document)),
  )?.document;
  if (!invoice) return undefined;
  const { rut, name, folio } = invoice;
  const code = docType === 61 && random.chance(60) ? (1 as const) : (3 as const);
  const net = Math.max(3, Math.floor(invoice.net / 4));
  const part =
    invoice.docType === 34
      ? plainAmounts(Math.max(1, Math.floor(invoice.exempt / 4)), 0, 0)
      : plainAmounts(0, net, vatOf(net));
  return {
    receiver: { rut, name },
    reference: { docType: invoice.docType, folio, code },
    amounts: code === 1 ? plainAmounts(invoice.exempt, invoice.net, invoice.vat) : part,
  };
}

function keyOf({ docType, folio }: { docType: number; folio: number }): string {
  return `${docType}|${folio}`;
}
