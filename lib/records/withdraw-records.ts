import type { InTransaction, Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { monthValues, rowsOfMonth, type MonthRead } from "./month-rows.ts";
import { lastSeen, rowsSeen } from "./rows-seen.ts";

/**
 * How much may be missing at once before a reading is doubted: this many rows, and one in this
 * many.
 */
const brake = { rows: 5, share: 10 };

// `not in` an uncorrelated list uses a hash, however few rows are expected.
const withdraw: Statement = {
  name: "records.withdraw",
  repeatable: false,
  text: `
    with ${rowsSeen}, of_month as (
      ${rowsOfMonth("id, account, withdrawn_at, missed_by, read_at, read_order")}
    ), kept as (
      select id, account, id not in (select unnest($8::text[])) as unseen, missed_by
      from of_month
      where withdrawn_at is null and coalesce(account, '') = any($7::text[])
        and read_at - read_order * interval '1 millisecond' <= $10::timestamptz
    ), counted as (
      select id, account, unseen, count(*) filter (where unseen) over months as gone,
        count(*) filter (where unseen and missed_by <> $9) over months as gone_before,
        count(*) over months as rows
      from kept window months as (partition by account)
    ), decided as (
      select id, account, gone > $11 and gone * $12 > rows and gone_before < gone as waits
      from counted where unseen
    ), done as (
      update records r set withdrawn_at = case when not d.waits then $10::timestamptz end,
        missed_by = case when d.waits then $9 end, read_at = ${lastSeen}
      from decided d
      where r.organization_id = $1 and r.connection_id = $2 and r.dataset = $3 and r.id = d.id
      returning d.account, d.waits
    )
    select distinct account from done where waits`,
};

/**
 * Marks rows that a month no longer has. Where too much of an account is missing, none of it is
 * marked until a second job misses it too: returns these accounts. Rows stored since the reading
 * began, such as documents issued meanwhile, do not count as missing.
 */
export async function withdrawRecords(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  month: MonthRead,
  { at, jobId }: { at: Date; jobId: string },
): Promise<(string | null)[]> {
  const waiting = await tx.db.run<{ account: string | null }>(withdraw, [
    tx.organization.id,
    ...monthValues(month),
    jobId,
    at,
    brake.rows,
    brake.share,
  ]);
  return waiting.map(({ account }) => account);
}
