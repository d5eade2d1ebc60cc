import type { Context, InTransaction } from "#lib/db/context.ts";
import {
  dropOtherRecords,
  upsertRecords,
  withdrawRecords,
  type MonthRead,
} from "#lib/records/index.ts";
import { prefixRange, type AlcanceReading, type ReadRows } from "#lib/contract/index.ts";
import type { ClaimedJob } from "#lib/jobs/index.ts";

/*
 * What a bank takes back or writes anew would count next to its successor for ever. So a row that a
 * whole reading of its dataset, account and month does not bring is withdrawn: marked, never deleted,
 * and in force again under its old id when it is seen again.
 *
 * - Whole is an account that the reading calls complete; without such a word on accounts, those that
 *   it shows, if nothing of it is missing. A partial reading withdraws nothing, nor does one that
 *   does not know whether it is whole, nor is an account touched that the portal did not list.
 * - A dataset says what becomes of its unseen rows: accounts, snapshots and issued documents stay,
 *   what follows from other rows is dropped and written anew.
 * - The brake: where more than 5 rows and 10 % of an account's month are missing, none is withdrawn.
 *   The reading is doubted, so partial, until a second job misses the same rows.
 */

/** A reading, and the instant of the visit: it made the driver's today, so no later day was read. */
export type VisitReading = AlcanceReading & { readAt: Date };

type Tx = Pick<InTransaction<Context>, "db" | "organization">;

/** Keeps the rows of a reading. Answers the accounts of which it misses too much to be believed. */
export async function storeRows(
  tx: Tx,
  job: ClaimedJob,
  reading: VisitReading,
): Promise<(string | null)[]> {
  const { readAt } = reading;
  const connectionId = job.connectionId ?? "";
  const doubted: (string | null)[] = [];
  for (const rows of groupsOf(reading, "withdrawn")) {
    const month = monthRead(job, reading, rows);
    if (month === null) continue;
    doubted.push(...(await withdrawRecords(tx, month, { at: readAt, jobId: job.id })));
  }
  for (const rows of groupsOf(reading, "dropped")) {
    const month = monthRead(job, reading, rows);
    if (month === null) continue;
    const accounts = month.accounts.filter((account) => !doubted.includes(account));
    await dropOtherRecords(tx, { ...month, accounts });
  }
  for (const { dataset, records, readOrder = 0 } of reading.rows) {
    await upsertRecords(tx, {
      connectionId,
      dataset,
      readAt: new Date(readAt.getTime() + readOrder),
      jobId: job.id,
      rows: records,
    });
  }
  return [...new Set(doubted)];
}

/** Rows of one dataset may come in parts. */
function groupsOf(reading: AlcanceReading, unseen: "withdrawn" | "dropped"): ReadRows[][] {
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
  return {
    connectionId,
    dataset: first.dataset,
    periodo,
    range: prefixRange(first.byDay === true ? periodo : ""),
    accounts,
    ids: parts.flatMap(({ records }) => records.map(({ id }) => id)),
  };
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

/** The accounts that a reading names, and what belongs to none. */
function shownAccounts({ rows }: AlcanceReading): (string | null)[] {
  return [...new Set([null, ...rows.flatMap(({ records }) => records.map((row) => row.account))])];
}
