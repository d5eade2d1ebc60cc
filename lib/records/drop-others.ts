import type { InTransaction, Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

interface PeriodRows {
  connectionId: string;
  dataset: string;
  periodo: string;
  /** The rows that there are. */
  ids: readonly string[];
}

const drop: Statement = {
  name: "records.drop_others",
  repeatable: false,
  text: `
    delete from records
    where organization_id = $1 and connection_id = $2 and dataset = $3 and periodo = $4
      and id <> all($5::text[])`,
};

/** What a period held before and does not any more. For rows that are sums, never for documents. */
export async function dropOtherRecords(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  { connectionId, dataset, periodo, ids }: PeriodRows,
): Promise<void> {
  await tx.db.run(drop, [tx.organization.id, connectionId, dataset, periodo, ids]);
}
