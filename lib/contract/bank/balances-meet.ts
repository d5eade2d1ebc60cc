import { inUnits } from "./amount.ts";

/**
 * A row of a statement: by how much it moves the balance, and the balance after it if one is given.
 */
interface BalancedRow {
  by: number;
  after: number | null;
}

/**
 * Whether each given balance, in rows from the oldest on, follows from the previous one. If rows
 * moved between two pages, a missing or duplicate row leaves two balances that do not match.
 */
export function balancesMeet(rows: readonly BalancedRow[]): boolean {
  let balance: number | null = null;
  return rows.every(({ by, after }) => {
    const reached = balance === null ? null : balance + inUnits(by);
    const told = after === null ? null : inUnits(after);
    balance = told ?? reached;
    return reached === null || told === null || reached === told;
  });
}
