import {
  isBusinessDay,
  nextBusinessDay,
  dayOf,
  daysIn,
  moveDay,
  movePeriod,
} from "../../generator/calendar.ts";
import type { Account } from "../../generator/accounts.ts";
import { monthOf, openingOf, type Movement } from "../../generator/month.ts";
import { randomFor } from "../../generator/random.ts";
import { postingDay } from "./posting.ts";

export interface Statement {
  account: Account;
  /** Text: its leading zeros are part of it. */
  number: string;
  period: string;
  from: string;
  to: string;
  issued: string;
  opening: number;
  closing: number;
  credits: number;
  debits: number;
  count: number;
}

const firstYear = 2016;

/**
 * Statements follow each other by accounting day, from one last business day to the next, so their balances are not
 * those of the calendar month. Once issued a statement never changes: added rows do not reach it.
 */
function statementOf(account: Account, period: string): Statement {
  const before = movePeriod(period, -1);
  const from = moveDay(cutDay(before), 1);
  const to = cutDay(period);
  const carried = monthOf(account, before).filter((row) => postingDay(row) >= from);
  const within = monthOf(account, period).filter((row) => postingDay(row) <= to);
  const rows = [...carried, ...within];
  const total = (direction: Movement["direction"]) => sum(rows, direction);
  const opening = openingOf(account, period) - sum(carried, "in") + sum(carried, "out");
  return {
    account,
    number: numberOf(account, period),
    period,
    from,
    to,
    issued: nextBusinessDay(nextBusinessDay(to)),
    opening,
    closing: opening + total("in") - total("out"),
    credits: total("in"),
    debits: total("out"),
    count: rows.length,
  };
}

/** The month's statements that have been issued. */
export function statementsOf(
  accounts: readonly Account[],
  period: string,
  today: string,
): Statement[] {
  return accounts
    .map((account) => statementOf(account, period))
    .filter(({ issued }) => issued <= today);
}

function sum(rows: readonly Movement[], direction: Movement["direction"]): number {
  return rows
    .filter((row) => row.direction === direction)
    .reduce((total, { amount }) => total + amount, 0);
}

function cutDay(period: string): string {
  let day = dayOf(period, daysIn(period));
  while (!isBusinessDay(day)) day = moveDay(day, -1);
  return day;
}

function numberOf(account: Account, period: string): string {
  const [year = 0, month = 0] = period.split("-").map(Number);
  const first = randomFor(account.number, "statements").between(0, 60);
  return String(first + (year - firstYear) * 12 + month).padStart(7, "0");
}
