import type { Context, InTransaction } from "#lib/db/context.ts";
import {
  dropOtherRecords,
  missRecords,
  seenKey,
  upsertRecords,
  withdrawRecords,
  type MonthRead,
  type RowsSeen,
} from "#lib/records/index.ts";
import type { AlcanceReading, NewRecord, ReadRows } from "#lib/contract/index.ts";
import type { ClaimedJob } from "#lib/jobs/index.ts";

/*
 * Rows that a bank takes back or rewrites would otherwise count next to their successors for ever.
 * So a row that a complete reading of its dataset, account and month does not bring is withdrawn:
 * marked, never deleted, and in force again under its old id when it is seen again.
 *
 * - An account is complete if the reading says so; if it says nothing about accounts, those that it
 *   shows are, if nothing is missing. A partial reading withdraws nothing, nor does one that does
 *   not know whether it is complete; an account that the portal did not list is not touched.
 * - A dataset says what happens to its unseen rows: accounts, snapshots and issued documents stay,
 *   derived rows are dropped and written anew.
 * - What a reading covered is stored with its instant, so that the rows need not be written
 *   (rows-seen.ts).
 * - The brake: where more than 5 rows and 10 % of an account's month are missing, none is
 *   withdrawn. The reading is doubted, and so partial, until a second job misses the same rows.
 */

/** A reading, and the instant of the visit, which set the driver's today: no later day was read. */
export type VisitReading = AlcanceReading & { readAt: Date };

type Tx = Pick<InTransaction<Context>, "db" | "organization">;
type Unseen = NonNullable<ReadRows["unseen"]>;

interface StoredRows {
  /** The accounts of which the reading misses too much to be believed. */
  doubted: (string | null)[];
  seen: RowsSeen;
}

/** Stores the rows of a reading. */
export async function storeRows(
  tx: Tx,
  job: ClaimedJob,
  reading: VisitReading,
): Promise<StoredRows> {
  const { readAt } = reading;
  const connectionId = job.connectionId ?? "";
  const doubted: (string | null)[] = [];
  const told: MonthRead[] = [];
  for (const rows of groupsOf(reading, "withdrawn")) {
    const month = monthRead(job, reading, rows);
    if (month === null) continue;
    doubted.push(...(await withdrawRecords(tx, month, { at: readAt, jobId: job.id })));
    told.push(month);
  }
  for (const rows of groupsOf(reading, "dropped")) {
    const month = monthRead(job, reading, rows);
    if (month === null) continue;
    const accounts = month.accounts.filter((account) => !doubted.includes(account));
    await dropOtherRecords(tx, { ...month, accounts });
    told.push(month);
  }
  const shown = shownMonths(connectionId, groupsOf(reading, "stays"));
  for (const month of shown) await missRecords(tx, month, job.id);
  for (const { dataset, records, readOrder = 0 } of reading.rows) {
    const batch = { connectionId, dataset, readAt, readOrder, jobId: job.id, rows: records };
    await upsertRecords(tx, batch);
  }
  const believed = told.map((month) => ({
    ...month,
    accounts: month.accounts.filter((account) => !doubted.includes(account)),
  }));
  return { doubted: [...new Set(doubted)], seen: seenIn([...believed, ...shown], readAt) };
}

/** Rows of one dataset may come in parts. */
function groupsOf(reading: AlcanceReading, unseen: Unseen | "withdrawn"): ReadRows[][] {
  const fitting = reading.rows.filter((rows) => (rows.unseen ?? "withdrawn") === unseen);
  return [...Map.groupBy(fitting, ({ dataset }) => dataset).values()];
}

function monthRead(
  { connectionId, periodo }: ClaimedJob,
  reading: AlcanceReading,
  parts: readonly ReadRows[],
): MonthRead | null {
  const [first] = parts;
  if (first === undefined || connectionId === null || periodo === null) return null;
  const accounts = first.whole === true ? shownAccounts(reading) : wholeAccounts(reading);
  if (accounts.length === 0) return null;
  const ids = parts.flatMap(({ records }) => records.map(({ id }) => id));
  return { connectionId, dataset: first.dataset, periodo, accounts, ids };
}

/** By the months of the rows themselves: accounts have none, a balance may be from the last one. */
function shownMonths(connectionId: string, groups: readonly ReadRows[][]): MonthRead[] {
  return groups.flatMap((parts) => {
    const rows = parts.flatMap(({ records }) => records);
    const monthOf = ({ periodo }: NewRecord): string => periodo;
    return [...Map.groupBy(rows, monthOf)].map(([periodo, shown]) => ({
      connectionId,
      dataset: parts[0]?.dataset ?? "",
      periodo,
      accounts: [...new Set(shown.map(({ account }) => account))],
      ids: shown.map(({ id }) => id),
    }));
  });
}

function seenIn(told: readonly MonthRead[], readAt: Date): RowsSeen {
  const seen: RowsSeen = {};
  for (const { dataset, periodo, accounts } of told) {
    const keys = accounts.map((account) => [seenKey(periodo, account), readAt.getTime()] as const);
    seen[dataset] = { ...seen[dataset], ...Object.fromEntries(keys) };
  }
  return seen;
}

function wholeAccounts(reading: AlcanceReading): (string | null)[] {
  const { incompletos, completo, completoPorCuenta } = reading;
  const isWhole = incompletos === 0 && completo === true;
  if (completoPorCuenta === undefined) return isWhole ? shownAccounts(reading) : [];
  const whole = Object.keys(completoPorCuenta).filter(
    (account) => completoPorCuenta[account] === true,
  );
  return isWhole ? [...whole, null] : whole;
}

/** The accounts that a reading names, and null for rows without one. */
function shownAccounts({ rows }: AlcanceReading): (string | null)[] {
  return [...new Set([null, ...rows.flatMap(({ records }) => records.map((row) => row.account))])];
}
