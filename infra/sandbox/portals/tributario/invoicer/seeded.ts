import { momentsOf } from "../../../generator/moments.ts";
import { person } from "../../../generator/people.ts";
import { randomFor } from "../../../generator/random.ts";
import { netWithin, vatOf } from "../../../generator/arithmetic.ts";
import { folioAt, partnersOf } from "../registry/partners.ts";
import type { Sale } from "../registry/sales.ts";
import { anonymousReceiver } from "./document.ts";
import type { IssuedDocument } from "./issued-document.ts";

/** A sale issued through the invoicer before this run. */
export function issuedOfSale({ document, at, reference }: Sale): IssuedDocument {
  const { docType, folio, rut, name, day, net, exempt, vat, total } = document;
  return {
    docType,
    folio,
    rut,
    name,
    day,
    at,
    net,
    exempt,
    vat,
    total,
    lines: [{ name: "SEGÚN DETALLE ADJUNTO", amount: net + exempt }],
    references: reference
      ? [
          {
            docType: String(reference.docType),
            folio: String(reference.folio),
            code: String(reference.code),
          },
        ]
      : [],
    by: null,
  };
}

/** Guides, which never reach the registry, and receipts, of which it only has the sum. */
export function otherIssuedOf(company: string, period: string): IssuedDocument[] {
  return [...guidesOf(company, period), ...receiptsOf(company, period)];
}

function guidesOf(company: string, period: string): IssuedDocument[] {
  const random = randomFor("tributario", company, "guides", period);
  const customers = partnersOf(company, "customer");
  return momentsOf(period, random.between(2, 9), undefined, random).map(({ day, at }, index) => {
    const { rut, name } = customers[random.between(0, customers.length - 1)] ?? anonymousReceiver;
    const net = random.between(10_000, 900_000);
    const vat = vatOf(net);
    return {
      docType: 52,
      folio: folioAt(150, period, index),
      rut,
      name,
      day,
      at,
      net,
      exempt: 0,
      vat,
      total: net + vat,
      lines: [{ name: "TRASLADO DE MERCADERÍAS", amount: net }],
      references: [],
      by: null,
    };
  });
}

function receiptsOf(company: string, period: string): IssuedDocument[] {
  const random = randomFor("tributario", company, "receipts", period);
  return momentsOf(period, random.between(2, 9), undefined, random).map(({ day, at }, index) => {
    const isExempt = random.chance(25);
    const { rut, name } = random.chance(30) ? person(random) : anonymousReceiver;
    const total = random.between(990, 89_990);
    const net = isExempt ? 0 : netWithin(total);
    return {
      docType: isExempt ? 41 : 39,
      folio: folioAt(isExempt ? 700 : 5_000, period, index),
      rut,
      name,
      day,
      at,
      net,
      exempt: isExempt ? total : 0,
      vat: isExempt ? 0 : total - net,
      total,
      lines: [{ name: "VENTA DE MOSTRADOR", amount: total }],
      references: [],
      by: null,
    };
  });
}
