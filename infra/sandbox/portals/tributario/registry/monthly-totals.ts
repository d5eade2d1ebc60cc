import { dayOf, daysIn } from "../../../generator/calendar.ts";
import { randomFor } from "../../../generator/random.ts";
import { netWithin } from "../../../generator/arithmetic.ts";
import type { MonthlyTotal } from "./document.ts";

/** Receipts and vouchers of a company: the registry only has their count and sum. */
export function monthlyTotalsOf(company: string, period: string, today: string): MonthlyTotal[] {
  const month = Number(period.slice(5));
  if (month === 7) return [];
  const types = [39, 48, ...(month % 2 === 0 ? [41] : []), ...(month % 3 === 0 ? [35, 38] : [])];
  return types.flatMap((docType) => totalOf(company, period, docType, today));
}

function totalOf(company: string, period: string, docType: number, today: string): MonthlyTotal[] {
  const total: MonthlyTotal = { docType, documents: 0, exempt: 0, net: 0, vat: 0, total: 0 };
  const isExempt = docType === 41 || docType === 38;
  for (let number = 1; number <= daysIn(period); number += 1) {
    const day = dayOf(period, number);
    if (day > today) break;
    const random = randomFor("tributario", company, "totals", docType, day);
    const documents = random.between(0, 25);
    const sum = documents * random.between(990, 24_990);
    const net = isExempt ? 0 : netWithin(sum);
    total.documents += documents;
    total.exempt += isExempt ? sum : 0;
    total.net += net;
    total.vat += isExempt ? 0 : sum - net;
    total.total += sum;
  }
  return total.documents > 0 ? [total] : [];
}
