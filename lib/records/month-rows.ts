import { prefixRange } from "#lib/contract/index.ts";
import { cleanText, storableId } from "#lib/kernel/clean-text.ts";

/** A month of some accounts of a dataset, as covered by a reading. */
export interface MonthRead {
  connectionId: string;
  dataset: string;
  periodo: string;
  /** Null for rows that belong to no account. */
  accounts: readonly (string | null)[];
  /** The ids of the existing rows. */
  ids: readonly string[];
}

/**
 * The rows of month $4, of organization $1, connection $2 and dataset $3. Where the sort key begins
 * with the month, $5 to $6 is its part of the list's order; other datasets have an index of their
 * own, since reading a whole one takes too long while the job's row is locked.
 */
export const rowsOfMonth = (columns: string): string => {
  const ofMonth = `select ${columns} from records
        where organization_id = $1 and connection_id = $2 and dataset = $3 and periodo = $4`;
  return `${ofMonth} and sort_key >= $5 and sort_key < $6
      union all
      ${ofMonth} and not starts_with(sort_key, periodo)`;
};

/** No sort key begins with it. An optional condition would keep the index from ending its scan. */
const afterAll = "\u{10FFFF}";

/** $2 to $6 of `rowsOfMonth`, then the covered accounts as $7 and the existing ids as $8. */
export function monthValues({ connectionId, dataset, periodo, ...read }: MonthRead): unknown[] {
  const { from, before = afterAll } = prefixRange(periodo);
  const accounts = read.accounts.map((account) => cleanText(account ?? ""));
  return [connectionId, dataset, periodo, from, before, accounts, read.ids.map(storableId)];
}
