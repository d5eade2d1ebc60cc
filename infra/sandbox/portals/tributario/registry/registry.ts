import { santiagoDay } from "../../../generator/calendar.ts";
import type { World } from "../../../system/system.ts";
import { cached } from "../../../generator/cached.ts";
import type { MonthlyTotal, Operation, RegistryDocument, Section } from "./document.ts";
import { monthlyTotalsOf } from "./monthly-totals.ts";
import { purchasesOf, documentAt, type Purchase } from "./purchases.ts";
import { salesOf, type Sale } from "./sales.ts";

export interface Registry {
  /** A month's documents at the moment, without future ones. */
  documents(company: string, operation: Operation, period: string): RegistryDocument[];
  /** A month's receipts and vouchers, which are only sums. */
  totals(company: string, period: string): MonthlyTotal[];
  /** The sales made so far, with what the invoicer knows about them. */
  sales(company: string, period: string): Sale[];
  add(company: string, period: string, document: RegistryDocument): void;
  addToTotal(company: string, period: string, total: Omit<MonthlyTotal, "documents">): void;
  /** A manual change to a document of a month; it overrides what was generated. */
  change(company: string, period: string, key: DocumentKey, change: DocumentChange): boolean;
}

type DocumentKey = Pick<RegistryDocument, "operation" | "docType" | "folio" | "rut">;
type DocumentChange = Partial<
  Pick<RegistryDocument, "acceptedDay" | "claimedDay" | "name"> & { section: Section }
>;

export function createRegistry(world: World): Registry {
  const purchases = cached(purchasesOf);
  const sales = cached(salesOf);
  const added = new Map<string, RegistryDocument[]>();
  const addedTotals = new Map<string, Omit<MonthlyTotal, "documents">[]>();
  const changes = new Map<string, DocumentChange>();

  const salesNow = (company: string, period: string): Sale[] =>
    sales(company, period).filter(({ at }) => at.getTime() <= world.now().getTime());

  function purchasesNow(company: string, period: string): RegistryDocument[] {
    return purchases(company, period)
      .map((purchase: Purchase) => documentAt(purchase, world.now()))
      .filter((document) => document !== undefined);
  }

  function documents(company: string, operation: Operation, period: string): RegistryDocument[] {
    const generated =
      operation === "compra"
        ? purchasesNow(company, period)
        : salesNow(company, period).map(({ document }) => document);
    const byHand = added.get(`${company}|${period}`) ?? [];
    return [...generated, ...byHand.filter((one) => one.operation === operation)].map((one) => ({
      ...one,
      ...changes.get(keyOf(company, period, one)),
    }));
  }

  return {
    documents,
    sales: salesNow,
    totals(company, period) {
      const totals = monthlyTotalsOf(company, period, santiagoDay(world.now()));
      for (const one of addedTotals.get(`${company}|${period}`) ?? []) addTo(totals, one);
      return totals;
    },
    add(company, period, document) {
      const key = `${company}|${period}`;
      added.set(key, [...(added.get(key) ?? []), document]);
    },
    addToTotal(company, period, total) {
      const key = `${company}|${period}`;
      addedTotals.set(key, [...(addedTotals.get(key) ?? []), total]);
    },
    change(company, period, key, change) {
      const found = documents(company, key.operation, period).find(
        (one) => keyOf(company, period, one) === keyOf(company, period, key),
      );
      if (!found) return false;
      const id = keyOf(company, period, key);
      changes.set(id, { ...changes.get(id), ...change });
      return true;
    },
  };
}

function keyOf(company: string, period: string, key: DocumentKey): string {
  return [company, period, key.operation, key.docType, key.folio, key.rut].join("|");
}

function addTo(totals: MonthlyTotal[], one: Omit<MonthlyTotal, "documents">): void {
  const found = totals.find(({ docType }) => docType === one.docType);
  if (!found) {
    totals.push({ ...one, documents: 1 });
    return;
  }
  found.documents += 1;
  found.exempt += one.exempt;
  found.net += one.net;
  found.vat += one.vat;
  found.total += one.total;
}
