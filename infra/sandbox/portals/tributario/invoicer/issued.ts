import { movePeriod, periodOf } from "../../../generator/calendar.ts";
import type { World } from "../../../system/system.ts";
import type { Registry } from "../registry/registry.ts";
import { cached } from "../../../generator/cached.ts";
import type { TaxDocument } from "./document.ts";
import { issuedFrom, saleFrom, type IssuedDocument } from "./issued-document.ts";
import { issuedOfSale, otherIssuedOf } from "./seeded.ts";

export interface DocumentName {
  docType: number;
  folio: number;
}

export interface IssuedBook {
  /** Documents issued between two days, newest first. */
  between(company: string, from: string, to: string): IssuedDocument[];
  find(company: string, name: DocumentName): IssuedDocument | undefined;
  /** For each document of a company, the credit note that annulled it, if any. */
  annulments(company: string): (name: DocumentName) => DocumentName | undefined;
  /** The folio that a document sent now would get. */
  nextFolio(company: string, docType: number): number;
  /**
   * Emits: uses a folio up and creates the document. The same sent twice emits two, because the portal never checks
   * whether it has seen it before.
   */
  emit(company: string, document: TaxDocument, by: string): IssuedDocument;
  /** A document that did not come through the wizard. */
  put(company: string, document: IssuedDocument): void;
}

const byTime = (a: IssuedDocument, b: IssuedDocument) =>
  a.at.getTime() - b.at.getTime() || a.folio - b.folio;

/** Folios of the wizard: separate from all that were issued before. */
const firstFolio = 500_001;
const monthsKept = 25;

export function createIssued(world: World, registry: Registry): IssuedBook {
  const own = new Map<string, IssuedDocument[]>();
  const others = cached(otherIssuedOf);

  function month(company: string, period: string): IssuedDocument[] {
    const now = world.now().getTime();
    const sales = registry.sales(company, period).filter(({ invoicer }) => invoicer);
    const unsold = others(company, period).filter(({ at }) => at.getTime() <= now);
    const added = (own.get(company) ?? []).filter(({ day }) => periodOf(day) === period);
    return [...sales.map(issuedOfSale), ...unsold, ...added];
  }

  function all(company: string): IssuedDocument[] {
    const current = periodOf(world.today());
    return Array.from({ length: monthsKept }, (_, index) => movePeriod(current, -index)).flatMap(
      (period) => month(company, period),
    );
  }

  const isCalled = (name: DocumentName) => (one: DocumentName) =>
    one.docType === name.docType && one.folio === name.folio;

  function put(company: string, issued: IssuedDocument): void {
    own.set(company, [...(own.get(company) ?? []), issued]);
    const period = periodOf(issued.day);
    const { docType, exempt, net, vat, total } = issued;
    if (docType === 39 || docType === 41) {
      registry.addToTotal(company, period, { docType, exempt, net, vat, total });
      return;
    }
    if (docType !== 52) registry.add(company, period, saleFrom(issued));
  }

  const nextFolio = (company: string, docType: number) =>
    (world.usedFolios.last(`${company}|${docType}`) ?? firstFolio - 1) + 1;

  return {
    between(company, from, to) {
      const found: IssuedDocument[] = [];
      for (let period = periodOf(from); period <= periodOf(to); period = movePeriod(period, 1)) {
        found.push(...month(company, period).filter(({ day }) => day >= from && day <= to));
      }
      return found.toSorted((a, b) => byTime(b, a));
    },
    find: (company, name) => all(company).find(isCalled(name)),
    annulments(company) {
      const notes = all(company).filter(({ docType }) => docType === 61);
      const by = new Map<string, DocumentName>();
      for (const { docType, folio, references } of notes.toSorted(byTime)) {
        for (const one of references) {
          const key = `${one.docType}|${one.folio}`;
          if (one.code === "1" && !by.has(key)) by.set(key, { docType, folio });
        }
      }
      return (name) => by.get(`${name.docType}|${name.folio}`);
    },
    nextFolio,
    emit(company, document, by) {
      const folio = nextFolio(company, document.docType);
      world.usedFolios.use(`${company}|${document.docType}`, folio);
      const issued = issuedFrom(document, { folio, at: world.now(), by });
      put(company, issued);
      return issued;
    },
    put,
  };
}
