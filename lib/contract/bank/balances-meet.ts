import { cents } from "./amount.ts";

/** A row of a statement: by how much it moves the balance, and the balance after it where one is told. */
interface BalancedRow {
  by: number;
  after: number | null;
}

/**
 * Whether every balance that is told, of rows from the oldest on, follows from the one told before. A row
 * that is missing or there twice, since rows moved between two pages, leaves two that do not meet.
 */
export function balancesMeet(rows: readonly BalancedRow[]): boolean {
  let balance: number | null = null;
  return rows.every(({ by, after }) => {
    const reached = balance === null ? null : balance + cents(by);
    const told = after === null ? null : cents(after);
    balance = told ?? reached;
    return reached === null || told === null || reached === told;
  });
}
