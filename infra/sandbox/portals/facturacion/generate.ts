import { vatOf } from "../../generator/arithmetic.ts";
import { momentsOf } from "../../generator/moments.ts";
import { business, person } from "../../generator/people.ts";
import { randomFor, type Random } from "../../generator/random.ts";
import {
  sides,
  type Counterpart,
  type Reference,
  type Side,
  type TaxDocument,
  type Totals,
  type Verdict,
} from "./document.ts";
import { exemptTypes, receiptTypes, totals } from "./totals.ts";

const anonymous: Counterpart = {
  rut: "66666666-6",
  name: "Cliente Anónimo",
  activity: null,
  address: null,
  commune: null,
  city: null,
};
const counterpartsPerSide = 30;
const firstYear = 2020;
const foliosPerMonth = 200;
/** Folios of the company's other software, separate from the provider's ranges. */
const folioStarts: Record<number, number> = {
  33: 1_200_000,
  34: 1_300_000,
  39: 1_400_000,
  41: 1_500_000,
  56: 1_600_000,
  61: 1_700_000,
};

/** February issues none and May receives none; December has two full pages of each. */
function countOf(side: Side, period: string, random: Random): number {
  const month = period.slice(5);
  if (month === (side === "emitidos" ? "02" : "05")) return 0;
  if (month === "12") return 100;
  if (month === "03") return side === "emitidos" ? 50 : 1;
  return random.between(18, 95);
}

export function documentsOf(company: string, period: string): TaxDocument[] {
  return sides.flatMap((side) => sideOf(company, side, period));
}

function sideOf(company: string, side: Side, period: string): TaxDocument[] {
  const random = randomFor("facturacion", company, side, period);
  const count = countOf(side, period, random);
  if (count === 0) return [];
  const counterparts = counterpartsOf(company, side);
  const made: TaxDocument[] = [];
  for (const [index, { day, at }] of momentsOf(period, count, undefined, random).entries()) {
    const docType = typeOf(side, random);
    const place = random.between(0, counterpartsPerSide - 1);
    const referred = side === "emitidos" ? referredBy(docType, made, random) : undefined;
    const drawn = receiptTypes.has(docType) && random.chance(70) ? anonymous : counterparts[place];
    const counterpart = referred?.counterpart ?? drawn ?? anonymous;
    const amounts = referred?.amounts ?? amountsOf(docType, random);
    const start =
      side === "emitidos" ? (folioStarts[docType] ?? 1) : place * 1_000_000 + docType * 10_000;
    made.push({
      id: idOf(company, side, period, index),
      side,
      docType,
      folio: start + monthsSince(period) * foliosPerMonth + index,
      counterpart,
      day,
      at,
      ...amounts,
      payment: random.chance(60) ? "credito" : "contado",
      lines: [lineOf(docType, amounts)],
      references: referred ? [referred.reference] : [],
      reference: null,
      trackId: idOf(company, side, period, index, "track"),
      verdict: verdictOf(at, random),
      isLive: false,
    });
  }
  return made;
}

function typeOf(side: Side, random: Random): number {
  const drawn = random.between(1, 100);
  if (drawn <= 60) return 33;
  if (drawn <= 74) return 34;
  if (drawn <= 86) return 61;
  if (drawn <= 90) return 56;
  return side === "recibidos" ? 33 : drawn <= 97 ? 39 : 41;
}

function amountsOf(docType: number, random: Random): Totals {
  const base = random.between(3_000, 4_500_000);
  if (exemptTypes.has(docType)) return totals(docType, 0, base);
  return totals(docType, base, random.chance(10) ? random.between(1_000, 90_000) : 0);
}

/** A credit note annuls an untouched invoice of this month, or reduces one. */
function referredBy(docType: number, made: readonly TaxDocument[], random: Random) {
  if (docType !== 61 && docType !== 56) return undefined;
  const touched = new Set(made.flatMap(({ references }) => references.map(keyOf)));
  const invoice = made.find(
    (one) =>
      (one.docType === 33 || one.docType === 34) &&
      !touched.has(`${one.docType}|${one.folio}`) &&
      one.verdict?.word !== "rechazado",
  );
  if (!invoice) return undefined;
  const code = docType === 61 && random.chance(60) ? (1 as const) : (3 as const);
  const reference: Reference = {
    docType: String(invoice.docType),
    folio: String(invoice.folio),
    day: invoice.day,
    code,
    reason: code === 1 ? "ANULA DOCUMENTO" : "CORRIGE MONTO",
  };
  const { net, exempt, vat, total } = invoice;
  const partNet = Math.floor(net / 4);
  const partExempt = Math.max(1, Math.floor(exempt / 4));
  const part =
    net > 0
      ? { net: partNet, exempt: 0, vat: vatOf(partNet), total: partNet + vatOf(partNet) }
      : { net: 0, exempt: partExempt, vat: 0, total: partExempt };
  const amounts = code === 1 ? { net, exempt, vat, total } : part;
  return { counterpart: invoice.counterpart, reference, amounts };
}

function keyOf({ docType, folio }: Reference): string {
  return `${docType}|${folio}`;
}

function lineOf(docType: number, { net, exempt, vat }: Totals): TaxDocument["lines"][number] {
  const amount = receiptTypes.has(docType) ? net + vat + exempt : net + exempt;
  return {
    name: "Según detalle adjunto",
    description: null,
    quantity: "1",
    unit: null,
    price: String(amount),
    discountPct: null,
    exempt: net === 0,
    amount,
  };
}

/** From minutes to two days later. */
function verdictOf(at: Date, random: Random): Verdict {
  const drawn = random.between(1, 100);
  const minutes = random.chance(80) ? random.between(2, 90) : random.between(90, 2880);
  const answered = { at: new Date(at.getTime() + minutes * 60_000) };
  if (drawn <= 4) return { ...answered, word: "rechazado", remark: "RUT RECEPTOR NO AUTORIZADO" };
  if (drawn <= 10) return { ...answered, word: "reparos", remark: "GIRO NO COINCIDE" };
  return { ...answered, word: "aceptado", remark: "DTE ACEPTADO OK" };
}

/** The company's suppliers and customers: the same in every month. */
function counterpartsOf(company: string, side: Side): Counterpart[] {
  const random = randomFor("facturacion", company, side, "counterparts");
  return Array.from({ length: counterpartsPerSide }, (_, index) => {
    const { rut, name } =
      side === "emitidos" && index % 5 === 4 ? person(random) : business(random);
    return {
      rut,
      name,
      activity: "Comercio al por mayor",
      address: `Av. Ñuble ${random.between(10, 4999)}`,
      commune: "Ñuñoa",
      city: "Santiago",
    };
  });
}

function monthsSince(period: string): number {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return (year - firstYear) * 12 + month - 1;
}

/** A version 8 UUID, derived from what it names. */
function idOf(...key: (string | number)[]): string {
  const random = randomFor("facturacion", "id", ...key);
  const hex = Array.from({ length: 30 }, () => random.between(0, 15).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
