import type { InTransaction, Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { monthValues, rowsOfMonth, type MonthRead } from "./month-rows.ts";
import { lastSeen, rowsSeen } from "./rows-seen.ts";

const miss: Statement = {
  name: "records.miss",
  repeatable: false,
  text: `
    with ${rowsSeen}, kept as (
      ${rowsOfMonth("id, account, missed_by")}
    )
    update records r set missed_by = $9, read_at = ${lastSeen}
    from kept k
    where r.organization_id = $1 and r.connection_id = $2 and r.dataset = $3 and r.id = k.id
      and k.missed_by is null
      and coalesce(k.account, '') = any($7::text[]) and k.id not in (select unnest($8::text[]))`,
};

/**
 * Marks rows that stay but that a reading did not bring: once, so that their instant advances no
 * further.
 */
export async function missRecords(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  month: MonthRead,
  jobId: string,
): Promise<void> {
  await tx.db.run(miss, [tx.organization.id, ...monthValues(month), jobId]);
}
