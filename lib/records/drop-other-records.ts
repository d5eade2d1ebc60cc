import type { InTransaction, Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { monthValues, rowsOfMonth, type MonthRead } from "./month-rows.ts";

const drop: Statement = {
  name: "records.drop_others",
  repeatable: false,
  text: `
    with kept as (
      ${rowsOfMonth("id, account")}
    )
    delete from records r using kept k
    where r.organization_id = $1 and r.connection_id = $2 and r.dataset = $3 and r.id = k.id
      and coalesce(k.account, '') = any($7::text[]) and k.id not in (select unnest($8::text[]))`,
};

/** Drops rows that a month no longer has. For derived rows, never for documents. */
export async function dropOtherRecords(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  month: MonthRead,
): Promise<void> {
  await tx.db.run(drop, [tx.organization.id, ...monthValues(month)]);
}
