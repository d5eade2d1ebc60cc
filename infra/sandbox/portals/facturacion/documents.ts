import { randomUUID } from "node:crypto";
import { cached } from "../../generator/cached.ts";
import { movePeriod, periodOf } from "../../generator/calendar.ts";
import type { World } from "../../system/system.ts";
import type { DocumentNow, Draft, Reference, State, TaxDocument, Verdict } from "./document.ts";
import { documentsOf } from "./generate.ts";
import type { FacturacionSwitches } from "./switches.ts";

/** All documents of all companies. */
export interface Documents {
  /** A month's documents that exist by now, in order of time. */
  ofMonth(company: string, period: string): DocumentNow[];
  find(company: string, id: string): DocumentNow | undefined;
  /** The documents with a sender's reference. */
  referred(company: string, reference: string): DocumentNow[];
  add(company: string, added: AddedDocument): DocumentNow;
  /** Records the verdicts that became due as the clock moved. */
  catchUp(): void;
}

interface AddedDocument extends Draft {
  side: TaxDocument["side"];
  folio: number | null;
  /** After this day its folio's authorization is too old: the authority objects. */
  goodUntil?: string;
  isLive: boolean;
}

/** How many months back may be queried. */
const monthsBack = 24;

// Kept over resets: the initial documents are always the same, and nobody changes them.
const generated = cached(documentsOf);

export function createDocuments(world: World, switches: FacturacionSwitches): Documents {
  const added = new Map<string, TaxDocument[]>();
  const pending: { document: TaxDocument; isObjected: boolean }[] = [];

  function catchUp(): void {
    const { afterSeconds, result } = switches.values().aceptacion;
    for (const one of pending.splice(0)) {
      const at = new Date(one.document.at.getTime() + afterSeconds * 1000);
      if (at > world.now()) pending.push(one);
      else one.document.verdict = { at, ...verdictOf(result, one.isObjected) };
    }
  }

  function ofMonth(company: string, period: string): DocumentNow[] {
    catchUp();
    const own = (added.get(company) ?? []).filter(({ day }) => periodOf(day) === period);
    const annulled = annulledIn(company, period);
    return [...generated(company, period), ...own]
      .filter(({ at }) => at <= world.now())
      .map((one) => asOfNow(one, annulled))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Annulled by notes of this month, and by those issued during this run. */
  function annulledIn(company: string, period: string): Set<string> {
    const notes = [...generated(company, period), ...(added.get(company) ?? [])].filter(
      (one) => one.docType === 61 && one.at <= world.now() && isInForce(one),
    );
    return new Set(notes.flatMap(({ references }) => references.filter(annuls).map(nameOf)));
  }

  function isInForce({ folio, verdict }: TaxDocument): boolean {
    return folio !== null && known(verdict)?.word !== "rechazado";
  }

  function known(verdict: Verdict | null): Verdict | null {
    return verdict && verdict.at <= world.now() ? verdict : null;
  }

  function asOfNow(one: TaxDocument, annulled: ReadonlySet<string>): DocumentNow {
    const verdict = known(one.verdict);
    const isAnnulled =
      one.side === "emitidos" &&
      verdict?.word !== "rechazado" &&
      annulled.has(`${one.docType}|${one.folio}`);
    const issued: State = isAnnulled ? "anulado" : (verdict?.word ?? "emitido");
    return { ...one, verdict, state: one.folio === null ? "borrador" : issued };
  }

  function generatedOne(company: string, id: string): TaxDocument | undefined {
    const current = periodOf(world.today());
    for (let index = 0; index <= monthsBack; index += 1) {
      const month = generated(company, movePeriod(current, -index));
      const found = month.find((one) => one.id === id);
      if (found) return found.at <= world.now() ? found : undefined;
    }
    return undefined;
  }

  function shown(company: string, one: TaxDocument): DocumentNow {
    catchUp();
    return asOfNow(one, annulledIn(company, periodOf(one.day)));
  }

  return {
    ofMonth,
    catchUp,
    find(company, id) {
      const own = added.get(company)?.find((one) => one.id === id);
      const found = own ?? generatedOne(company, id);
      return found && shown(company, found);
    },
    // Other senders do not use our references.
    referred: (company, reference) =>
      (added.get(company) ?? [])
        .filter((one) => one.reference === reference)
        .map((one) => shown(company, one)),
    add(company, { goodUntil, ...given }) {
      const isIssued = given.folio !== null && given.side === "emitidos";
      const document: TaxDocument = {
        ...given,
        id: randomUUID(),
        trackId: isIssued ? randomUUID() : null,
        at: world.now(),
        verdict: given.side === "emitidos" ? null : { at: world.now(), ...verdictOf("aceptado") },
      };
      if (annulsAnother(company, document)) world.counters.add("annulled");
      added.set(company, [...(added.get(company) ?? []), document]);
      const isObjected = goodUntil !== undefined && document.day > goodUntil;
      if (isIssued) pending.push({ document, isObjected });
      return shown(company, document);
    },
  };

  /** The first note of ours that annuls a document; later ones annul nothing. */
  function annulsAnother(company: string, { isLive, docType, references }: TaxDocument): boolean {
    const isFirst = (one: Reference) =>
      annuls(one) && !annulledIn(company, periodOf(one.day)).has(nameOf(one));
    return isLive && docType === 61 && references.some(isFirst);
  }
}

function annuls({ code }: Reference): boolean {
  return code === 1;
}

function nameOf({ docType, folio }: Reference): string {
  return `${docType}|${folio}`;
}

const remarks = {
  aceptado: "DTE ACEPTADO OK",
  reparos: "DTE ACEPTADO CON REPAROS: GIRO NO COINCIDE",
  rechazado: "DTE RECHAZADO: FIRMA O FOLIO NO VALIDO",
} as const;

function verdictOf(result: keyof typeof remarks, isObjected = false): Omit<Verdict, "at"> {
  if (result !== "aceptado" || !isObjected) return { word: result, remark: remarks[result] };
  return { word: "reparos", remark: "DTE ACEPTADO CON REPAROS: AUTORIZACION DE FOLIOS ANTIGUA" };
}
