import type { InTransaction, Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { cleanText, storableId } from "./clean-text.ts";
import { afterAll, type MonthRead } from "./withdraw-records.ts";

const drop: Statement = {
  name: "records.drop_others",
  repeatable: false,
  text: `
    delete from records
    where organization_id = $1 and connection_id = $2 and dataset = $3 and periodo = $4
      and sort_key >= $5 and sort_key < $6
      and coalesce(account, '') = any($7::text[]) and id not in (select unnest($8::text[]))`,
};

/** What a month held and holds no more. For rows that follow from others, never for documents. */
export async function dropOtherRecords(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  { connectionId, dataset, periodo, range, accounts, ids }: MonthRead,
): Promise<void> {
  await tx.db.run(drop, [
    tx.organization.id,
    connectionId,
    dataset,
    periodo,
    range.from,
    range.before ?? afterAll,
    accounts.map((account) => cleanText(account ?? "")),
    ids.map(storableId),
  ]);
}
