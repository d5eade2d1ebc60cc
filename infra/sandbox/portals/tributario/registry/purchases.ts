import { moveDay, santiagoDay } from "../../../generator/calendar.ts";
import { momentsOf } from "../../../generator/moments.ts";
import { randomFor, type Random } from "../../../generator/random.ts";
import type { RegistryDocument, Section } from "./document.ts";
import { folioAt, partnersOf } from "./partners.ts";
import { purchaseAmounts, purchaseKinds } from "./purchase-amounts.ts";
import { volumeOf } from "./volume.ts";

/** A purchase and the sections it moves through; the first step is its reception. */
export interface Purchase {
  document: RegistryDocument;
  steps: readonly { at: Date; section: Section }[];
}

const dayMs = 86_400_000;
const unknownType = 777;

export function purchasesOf(company: string, period: string): Purchase[] {
  const random = randomFor("tributario", company, "purchases", period);
  const { purchases: count } = volumeOf(period, randomFor("tributario", company, period));
  if (count === 0) return [];
  const partners = partnersOf(company, "supplier");
  const made: Purchase[] = [];
  for (const [index, { day, at }] of momentsOf(period, count, undefined, random).entries()) {
    const partner = partners[random.between(0, partners.length - 1)];
    if (!partner) throw new Error("no partners");
    const earlier = made.at(-1)?.document;
    // The same number from another supplier: a folio is unique only per issuer and type.
    const isTwin = index % 20 === 7 && earlier !== undefined && earlier.rut !== partner.rut;
    const docType = isTwin ? earlier.docType : typeOf(period, index, random);
    const document: RegistryDocument = {
      operation: "compra",
      section: "PENDIENTE",
      docType,
      folio: isTwin ? earlier.folio : folioAt(partner.folios, period, index),
      rut: partner.rut,
      name: partner.name,
      // Some were issued in the month before their registration.
      day: moveDay(day, -random.between(0, 6)),
      receivedDay: day,
      acceptedDay: null,
      claimedDay: null,
      kind: random.pick(purchaseKinds),
      ...purchaseAmounts(docType, index, random),
    };
    made.push({ document, steps: stepsOf(at, index, random) });
  }
  return made;
}

function typeOf(period: string, index: number, random: Random): number {
  if (index === 11 && Number(period.slice(5)) % 2 === 1) return unknownType;
  const drawn = random.between(1, 100);
  const limits: [number, number][] = [
    [66, 33],
    [78, 34],
    [87, 61],
    [90, 56],
    [93, 46],
    [95, 43],
    [96, 914],
    [98, 30],
    [99, 60],
    [100, 45],
  ];
  return limits.find(([limit]) => drawn <= limit)?.[1] ?? 33;
}

/** Received, decided within eight days, and now and then moved once more weeks later. */
function stepsOf(received: Date, index: number, random: Random): Purchase["steps"] {
  const decidedAt = after(received, random.between(1, 8));
  const lateAt = after(decidedAt, random.between(10, 40));
  const drawn = random.between(1, 100);
  const first = { at: received, section: "PENDIENTE" as const };
  // In every month some stay pending, some are claimed and some left out, whatever is drawn.
  if (drawn <= 4 || index === 2) return [first];
  if (drawn <= 9 || index === 4) return [first, { at: decidedAt, section: "RECLAMADO" }];
  const out = drawn <= 17 || index === 6;
  const decided = { at: decidedAt, section: out ? ("NO_INCLUIR" as const) : ("REGISTRO" as const) };
  if (drawn % 12 !== 0 && index !== 9) return [first, decided];
  const late = { at: lateAt, section: out ? ("REGISTRO" as const) : ("NO_INCLUIR" as const) };
  return [first, decided, late];
}

function after(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * dayMs);
}

/** A purchase in the registry at a moment; undefined before it was received. */
export function documentAt({ document, steps }: Purchase, now: Date): RegistryDocument | undefined {
  const passed = steps.filter(({ at }) => at.getTime() <= now.getTime());
  const last = passed.at(-1);
  if (!last) return undefined;
  const decided = passed[1];
  const claimed = passed.find(({ section }) => section === "RECLAMADO");
  // Half of them were acknowledged, the others accepted by eight days of silence: no date.
  const acknowledged = decided && !claimed && document.folio % 2 === 0;
  return {
    ...document,
    section: last.section,
    acceptedDay: acknowledged ? santiagoDay(decided.at) : null,
    claimedDay: claimed ? santiagoDay(claimed.at) : null,
  };
}
