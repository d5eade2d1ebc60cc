/** A document as its sender wrote it. The line distinguishes look-alikes. */
export interface Sheet {
  type: number;
  receiver: string | null;
  date: string;
  line: string;
  net: number;
  /** The folio of the document that a credit note annuls. */
  annuls?: number | null;
}

export interface IssuedSheet extends Sheet {
  folio: number;
  total: number;
  listed: boolean;
}

export const sendFaults = [
  "refused",
  "unsigned",
  /** Issued, but the answer never arrives. */
  "lost",
  /** Not issued, and the answer never arrives. */
  "dropped",
  /** Delayed: issued when nobody waits any more. */
  "delayed",
  /** Issued, but the answer has no folio. */
  "nameless",
  /** Not issued, although the answer has a folio. */
  "false_folio",
] as const;
/** Issued, although the answer refuses it: too rare for random histories. */
export type SendFault = (typeof sendFaults)[number] | "false_refusal";

export type SendReply = { refused: "content" | "signature" } | { folio: number | null };

/** The office does not do what it was asked, or does not answer. */
export class OfficeSilent extends Error {}

interface Visit {
  usedAt: number;
  over: boolean;
  signed: boolean;
  sheet: Sheet | null;
}

export interface OfficeRules {
  now: () => number;
  /** A login has one visit at a time, which ends when nobody uses it. */
  oneVisit: boolean;
}

const visitEndsMs = 600_000;

/**
 * The outside world: it issues whatever it is sent, as often as it is sent, and counts. It knows nothing about keys,
 * operations or workers.
 */
export class TaxOffice {
  readonly issued: IssuedSheet[] = [];
  /** How often each line was sent, whatever the result. */
  readonly sends = new Map<string, number>();
  /** How many logged in. */
  visits = 0;
  nextSend: SendFault | null = null;
  listIsLate = false;
  listIsClosed = false;
  formIsClosed = false;
  readonly #rules: OfficeRules;
  readonly #onTheWay: Sheet[] = [];
  #visit: Visit | null = null;

  constructor(rules: OfficeRules) {
    this.#rules = rules;
  }

  get hasOneVisit(): boolean {
    return this.#rules.oneVisit;
  }

  enter(): Visit | "busy" {
    this.visits += 1;
    const usedAt = this.#rules.now();
    const visit = { usedAt, over: false, signed: false, sheet: null };
    if (!this.#rules.oneVisit) return visit;
    if (this.#visit !== null && this.#isOpen(this.#visit)) return "busy";
    this.#visit = visit;
    return visit;
  }

  logOut(visit: Visit): void {
    visit.over = true;
  }

  fill(visit: Visit, sheet: Sheet): { net: number; tax: number; total: number } {
    this.#use(visit);
    if (this.formIsClosed) throw new OfficeSilent("the form is closed");
    visit.sheet = sheet;
    return { net: sheet.net, tax: taxOn(sheet.net), total: sheet.net + taxOn(sheet.net) };
  }

  sign(visit: Visit): void {
    this.#use(visit);
    visit.signed = true;
  }

  send(visit: Visit): SendReply {
    this.#use(visit);
    const { sheet, signed } = visit;
    if (sheet === null || !signed) throw new OfficeSilent("nothing to send");
    this.sends.set(sheet.line, (this.sends.get(sheet.line) ?? 0) + 1);
    const fault = this.nextSend;
    this.nextSend = null;
    switch (fault) {
      case "refused":
        return { refused: "content" };
      case "unsigned":
        return { refused: "signature" };
      case "false_refusal":
        this.#issue(sheet);
        return { refused: "content" };
      case "false_folio":
        return { folio: 999_999 };
      case "dropped":
        throw new OfficeSilent("no answer");
      case "delayed":
        this.#onTheWay.push(sheet);
        throw new OfficeSilent("no answer");
      case "lost":
        this.#issue(sheet);
        throw new OfficeSilent("no answer");
      case "nameless":
        this.#issue(sheet);
        return { folio: null };
      case null:
        return { folio: this.#issue(sheet) };
    }
  }

  list(visit: Visit, of: { type: number; date: string }): IssuedSheet[] {
    this.#use(visit);
    if (this.listIsClosed) throw new OfficeSilent("the list is closed");
    return this.issued.filter(
      ({ type, date, listed }) => listed && type === of.type && date === of.date,
    );
  }

  /** The folio of the listed credit note that annulled this document first. */
  noteOn(folio: number): number | null {
    return this.issued.find(({ annuls, listed }) => listed && annuls === folio)?.folio ?? null;
  }

  /** Somebody issues a document by hand. */
  issueByHand(sheet: Sheet, { isLate = false } = {}): void {
    this.#issue(sheet);
    if (!isLate) this.catchUp();
  }

  /** Delayed requests arrive. */
  arrive(): void {
    for (const sheet of this.#onTheWay.splice(0)) this.#issue(sheet);
  }

  catchUp(): void {
    this.listIsLate = false;
    for (const sheet of this.issued) sheet.listed = true;
  }

  #issue(sheet: Sheet): number {
    const folio = 500_001 + this.issued.length;
    const total = sheet.net + taxOn(sheet.net);
    this.issued.push({ ...sheet, folio, total, listed: !this.listIsLate });
    return folio;
  }

  #use(visit: Visit): void {
    if (!this.#isOpen(visit)) throw new OfficeSilent("the visit is over");
    visit.usedAt = this.#rules.now();
  }

  #isOpen({ over, usedAt }: Visit): boolean {
    if (over) return false;
    return !this.#rules.oneVisit || this.#rules.now() - usedAt < visitEndsMs;
  }
}

function taxOn(net: number): number {
  return Math.floor((net * 19 + 50) / 100);
}

export type OfficeVisit = Visit;
