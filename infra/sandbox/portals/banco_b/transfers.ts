import type { BankBook } from "../../bank/book.ts";
import type { Account } from "../../generator/accounts.ts";
import { dayOf, daysIn, santiagoInstant } from "../../generator/calendar.ts";
import { person, type Party } from "../../generator/people.ts";
import { randomFor } from "../../generator/random.ts";
import type { DeedKind } from "../../generator/deeds.ts";
import { numberedMonth, type NumberedRow } from "./numbered.ts";

export interface Transfer {
  account: string;
  day: string;
  at: Date;
  sent: boolean;
  /** Fourteen digits, some of them leading zeros. */
  number: string;
  party: Party;
  amount: number;
  message: string | null;
  state: "APLICADA" | "RECHAZADA";
}

const kinds: readonly DeedKind[] = ["transfer_in", "transfer_out", "supplier", "customer"];
const messages = [
  "Factura",
  "Arriendo oficina Ñuñoa",
  "Anticipo & saldo",
  "Servicio mensual",
] as const;

/** Transfers in pesos of one month, oldest first. Those that moved money are in the statement too. */
export function transfersOf(book: BankBook, rut: string, period: string, now: Date): Transfer[] {
  const accounts = book.accounts(rut).filter((account) => account.currency === "CLP");
  const applied = accounts.flatMap((account) =>
    numberedMonth(book, account, period).flatMap((row) => appliedTransfer(account, row)),
  );
  const [first] = accounts;
  const rejected = first ? rejectedTransfers(first, period) : [];
  return [...applied, ...rejected]
    .filter((transfer) => transfer.at.getTime() <= now.getTime())
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.number < b.number ? -1 : 1));
}

function appliedTransfer(account: Account, row: NumberedRow): Transfer[] {
  if (!row.party || !kinds.includes(row.kind)) return [];
  const random = randomFor("transfer", account.number, row.day, row.order);
  return [
    {
      account: account.number,
      day: row.day,
      at: row.at,
      sent: row.direction === "out",
      number: transferNumber(random.chance(15), random.digits(14)),
      party: row.party,
      amount: row.amount,
      message: random.chance(60) ? random.pick(messages) : null,
      state: "APLICADA",
    },
  ];
}

/** What the receiving bank sent back: it moved no money, so no statement shows it. */
function rejectedTransfers(account: Account, period: string): Transfer[] {
  const random = randomFor("rejected transfers", account.number, period);
  const count = random.between(2, 5);
  return Array.from({ length: count }, (_, index) => {
    // The last one is after midnight in UTC, and so in the next month.
    const isLast = index === count - 1;
    const day = dayOf(period, isLast ? daysIn(period) : random.between(1, 28));
    return {
      account: account.number,
      day,
      at: santiagoInstant(day, isLast ? "23:41:00" : `1${random.between(0, 9)}:15:0${index}`),
      sent: true,
      number: transferNumber(false, random.digits(14)),
      party: person(random),
      amount: random.between(10_000, 900_000),
      message: null,
      state: "RECHAZADA",
    };
  });
}

function transferNumber(zeros: boolean, digits: string): string {
  return zeros ? digits.slice(3).padStart(14, "0") : digits;
}
