import { todayInSantiago, type Fecha } from "#lib/chile/index.ts";

/** A row of the bank's own books. It appears on its day, and its text may be corrected later. */
export interface Booked {
  id: string;
  day: Fecha;
  account: string;
  amount: number;
  /** Each text that it has had, the current one last. */
  texts: string[];
  bookedAt: number;
  /** It appeared, or reappeared, after its day, which may have been read without it. */
  again: boolean;
  /** The id under which the bank first recorded it: a rewritten row has another. */
  first: string;
}

export const readFaults = [
  /** The portal shows the older half, and says that there is more. */
  "cut",
  /** One account's list is cut at its limit: the portal shows no more of it, and the others completely. */
  "full",
  /** The session ends in the middle. */
  "ended",
  "silent",
  "garbled",
] as const;
export type ReadFault = (typeof readFaults)[number];

interface Visit {
  usedAt: number;
  over: boolean;
}

export interface BankRules {
  now: () => Date;
  /** A login has one visit at a time, which ends when nobody uses it. */
  oneVisit: boolean;
}

export const accounts = ["70010000001", "70010000002"] as const;

const visitEndsMs = 600_000;

/** The outside world: it books, shows what it has, and counts. It knows nothing about jobs. */
export class Bank {
  readonly rows: Booked[] = [];
  /** What it booked and withdrew: it shows these to nobody any more. */
  readonly takenBack: Booked[] = [];
  /** When passwords were refused in a row: a new list after each successful login. */
  readonly refusedAt: number[][] = [[]];
  password = "clave-0";
  nextRead: ReadFault | null = null;
  /** Months of which it withheld rows at some visit. */
  readonly withheld = new Set<string>();
  readonly #rules: BankRules;
  #visit: Visit | null = null;
  #passwords = 0;

  constructor(rules: BankRules) {
    this.#rules = rules;
  }

  get today(): Fecha {
    return todayInSantiago(this.#rules.now());
  }

  book(account: string, amount: number): void {
    const id = this.#newId();
    const texts = ["POR CONFIRMAR"];
    const bookedAt = this.#rules.now().getTime();
    this.rows.push({
      id,
      day: this.today,
      account,
      amount,
      texts,
      bookedAt,
      again: false,
      first: id,
    });
  }

  /** It confirms a purchase under a new id, which replaces the earlier row. */
  bookAnew(row: Booked): void {
    const texts = [`CONFIRMADO ${row.texts.length}`];
    const bookedAt = this.#rules.now().getTime();
    const confirmed = { ...row, id: this.#newId(), texts, bookedAt, again: true };
    this.takeBack(row);
    this.rows.push(confirmed);
  }

  #newId(): string {
    return `movimiento-${this.rows.length + this.takenBack.length + 1}`;
  }

  correct(row: Booked): void {
    row.texts.push(`CONFIRMADO ${row.texts.length}`);
  }

  takeBack(row: Booked): void {
    this.rows.splice(this.rows.indexOf(row), 1);
    this.takenBack.push(row);
  }

  /** What is gone, and does not exist under another id either. */
  get gone(): Booked[] {
    const there = new Set(this.rows.map(({ first }) => first));
    return this.takenBack.filter(({ first }) => !there.has(first));
  }

  /** It changes its mind. */
  bookAgain(row: Booked): void {
    this.takenBack.splice(this.takenBack.indexOf(row), 1);
    this.rows.push(Object.assign(row, { again: true, bookedAt: this.#rules.now().getTime() }));
  }

  /** Its owner changes it at the bank, and tells nobody. */
  changePassword(): void {
    this.#passwords += 1;
    this.password = `clave-${this.#passwords}`;
  }

  /** Late requests were allowed earlier, and froze on their way. */
  enter(password: string, isLate: boolean): Visit | "rejected" | "busy" {
    if (password !== this.password) {
      if (!isLate) this.refusedAt.at(-1)?.push(this.#rules.now().getTime());
      return "rejected";
    }
    this.refusedAt.push([]);
    const visit = { usedAt: this.#rules.now().getTime(), over: false };
    if (!this.#rules.oneVisit) return visit;
    if (this.#visit !== null && this.isOpen(this.#visit)) return "busy";
    this.#visit = visit;
    return visit;
  }

  logOut(visit: Visit): void {
    visit.over = true;
  }

  isOpen({ over, usedAt }: Visit): boolean {
    if (over) return false;
    return !this.#rules.oneVisit || this.#rules.now().getTime() - usedAt < visitEndsMs;
  }

  /** The month as it is now, and what goes wrong when showing it. */
  show(visit: Visit, periodo: string): { rows: Booked[]; fault: ReadFault | null } {
    visit.usedAt = this.#rules.now().getTime();
    const fault = this.nextRead;
    this.nextRead = null;
    const rows = this.rows.filter(({ day }) => day.startsWith(periodo));
    const most = rows.length / 2;
    if (fault === "cut") return { rows: rows.slice(0, most), fault };
    if (fault !== "full") return { rows, fault };
    this.withheld.add(periodo);
    return { rows: rows.filter(({ account }, at) => account !== accounts[0] || at >= most), fault };
  }

  /** What it has of these days. */
  between(from: string, to: string, account: string | null = null): Booked[] {
    return this.rows.filter(
      (row) => row.day >= from && row.day <= to && (account === null || row.account === account),
    );
  }
}

export type BankVisit = Visit;
