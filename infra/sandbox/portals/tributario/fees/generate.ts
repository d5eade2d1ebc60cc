import { momentsOf } from "../../../generator/moments.ts";
import { business, person } from "../../../generator/people.ts";
import { randomFor, type Random } from "../../../generator/random.ts";
import { professionalPartnership } from "../people.ts";
import { folioAt } from "../registry/partners.ts";
import {
  barCodeOf,
  isCompany,
  retentionOf,
  retentionRate,
  sides,
  type FeeReceipt,
  type Side,
} from "./receipt.ts";

const dayMs = 86_400_000;
const people = 12;
/** One of the senders of receipts is a professional partnership. */
const partnershipPlace = 3;

/** February receives none and May issues none; a full month has more than one page. */
function countOf(side: Side, period: string, random: Random): number {
  const month = period.slice(5);
  if (month === (side === "recibidas" ? "02" : "05")) return 0;
  if (month === "12") return side === "recibidas" ? 75 : 25;
  return side === "recibidas" ? random.between(10, 70) : random.between(3, 30);
}

export function feeReceiptsOf(company: string, period: string): FeeReceipt[] {
  return sides.flatMap((side) => sideOf(company, side, period));
}

function sideOf(company: string, side: Side, period: string): FeeReceipt[] {
  const random = randomFor("tributario", company, "fees", side, period);
  const counterparts = counterpartsOf(company, side);
  const count = countOf(side, period, random);
  if (count === 0) return [];
  let drawn = 0;
  return momentsOf(period, count, undefined, random).map(({ day, at }, index) => {
    // Every issuer has its own numbering: received receipts share folios in pairs.
    const isPair = side === "recibidas" && index % 2 === 1;
    drawn = isPair ? drawn + random.between(1, people - 1) : random.between(0, people - 1);
    const counterpart = counterparts[drawn % people];
    if (!counterpart) throw new Error("no counterpart");
    const { rut, name } = counterpart;
    const isAbroad = side === "emitidas" && index % 7 === 4;
    const partnership =
      side === "emitidas"
        ? company === professionalPartnership
        : drawn % people === partnershipPlace;
    // 14,5 % of 100 and 15,25 % of 200 are wrong in floating point.
    const gross = index === 1 ? (day < "2026" ? 100 : 200) : grossOf(random);
    const rate = retentionRate(day);
    const folio = folioAt(side === "emitidas" ? 100 : 10, period, isPair ? index - 1 : index);
    const issuer = side === "emitidas" ? company : rut;
    const receiver = side === "emitidas" ? rut : company;
    const annulled = random.chance(9) || index === 2;
    const withholder = isCompany(receiver) && !isAbroad ? "receiver" : "issuer";
    return {
      side,
      folio,
      barCode: barCodeOf(issuer, folio, random.digits(5)),
      day,
      at,
      rut: isAbroad ? null : rut,
      name,
      address: "",
      issuedFrom: "",
      lines: [{ text: "SERVICIOS PROFESIONALES", amount: gross }],
      gross,
      rate,
      withheld: partnership ? 0 : retentionOf(gross, rate),
      withheldBy: partnership ? "nobody" : withholder,
      partnership,
      by: null,
      annulledAt: annulled ? new Date(at.getTime() + random.between(1, 20) * dayMs) : null,
    };
  });
}

function counterpartsOf(company: string, side: Side) {
  const random = randomFor("tributario", company, "fees", side);
  return Array.from({ length: people }, (_, index) =>
    side === "emitidas" && index % 3 !== 0 ? business(random) : person(random),
  );
}

function grossOf(random: Random): number {
  return random.chance(30) ? random.between(1, 40) * 50_000 : random.between(12_345, 2_400_000);
}
