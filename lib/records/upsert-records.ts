import type { InTransaction, Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { textArray } from "#lib/db/text-array.ts";
import { finishedLine } from "./page/page-text.ts";
import { seenKeyOf } from "./rows-seen.ts";
import { cleanJson, cleanText, storableId } from "#lib/kernel/clean-text.ts";

export interface RecordBatch {
  connectionId: string;
  dataset: string;
  readAt: Date;
  /** How many milliseconds these rows are after the reading itself. */
  readOrder?: number;
  jobId: string | null;
  rows: {
    id: string;
    periodo: string;
    account: string | null;
    sortKey: string;
    payload: Record<string, unknown>;
    contract?: string;
  }[];
}

/**
 * The rows per statement: enough that its round trip hardly matters, few enough to prepare at once.
 */
const batchSize = 1_000;

/** The stored content is the same, though perhaps under an older contract. */
const sameContent = `(r.withdrawn_at is null and r.missed_by is null
        and (r.payload, r.sort_key, r.account, r.periodo, r.read_order) is not distinct from
          (excluded.payload, excluded.sort_key, excluded.account, excluded.periodo, excluded.read_order))`;

const upsert: Statement = {
  name: "records.upsert",
  repeatable: false,
  text: `
    insert into records as r (organization_id, connection_id, dataset, id, periodo, account,
      sort_key, payload, answer, answer_contract, read_at, read_order, job_id)
    select $1, $2, $3, u.id, u.periodo, u.account, u.sort_key, u.payload::jsonb,
      case when u.contract is not null then ${finishedLine("$5::integer", seenKeyOf("u"), "u.payload")} end, u.contract, $4, $5, $6
    from (select unnest($7::text[]) as id, unnest($8::text[]) as periodo, unnest($9::text[]) as account,
        unnest($10::text[]) as sort_key, unnest($11::text[]) as payload, unnest($12::text[]) as contract) u
    on conflict (connection_id, dataset, id) do update
      set periodo = excluded.periodo, account = excluded.account, sort_key = excluded.sort_key,
        payload = excluded.payload, answer = excluded.answer,
        answer_contract = excluded.answer_contract,
        read_at = case when ${sameContent} then r.read_at else excluded.read_at end,
        read_order = excluded.read_order, job_id = excluded.job_id,
        withdrawn_at = null, missed_by = null
      where (not ${sameContent} or r.answer_contract is distinct from excluded.answer_contract)
        and r.read_at - r.read_order * interval '1 millisecond'
          <= excluded.read_at - excluded.read_order * interval '1 millisecond'`,
};

/**
 * Stores rows under their natural keys. A row whose content is already stored is not written: that
 * it was seen again is recorded once for all of them (rows-seen.ts). A withdrawn row is in force
 * again; one stored since this reading began, such as a document issued meanwhile, stays. Of two
 * rows with one key in a batch the later one counts.
 */
export async function upsertRecords(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  batch: RecordBatch,
): Promise<void> {
  // Everybody writes in one order, so that two writers of the same rows cannot deadlock.
  const inOrder = batch.rows.map((row): Keyed => [storableId(row.id), row]).toSorted(byId);
  const rows = inOrder.filter(([id], at) => inOrder[at + 1]?.[0] !== id);
  let written: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < rows.length; start += batchSize) {
    const part = rows.slice(start, start + batchSize);
    // Prepared while the database works on the previous part; both failures are handled.
    const [values] = await Promise.all([
      Promise.try(() => valuesOf(tx.organization.id, batch, part)),
      written,
    ]);
    written = tx.db.run(upsert, values);
  }
  await written;
}

type Keyed = [id: string, row: RecordBatch["rows"][number]];

/** Rows with one key keep their order: the last of them is the one that counts. */
function byId([one]: Keyed, [other]: Keyed): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function valuesOf(organizationId: string, batch: RecordBatch, rows: readonly Keyed[]): unknown[] {
  const { connectionId, dataset, readAt, readOrder = 0, jobId } = batch;
  const texts = rows.map(([, row]) => cleanJson(row.payload));
  return [
    organizationId,
    connectionId,
    dataset,
    new Date(readAt.getTime() + readOrder),
    readOrder,
    jobId,
    ...[
      rows.map(([id]) => id),
      rows.map(([, row]) => row.periodo),
      rows.map(([, row]) => (row.account === null ? null : cleanText(row.account))),
      rows.map(([, row]) => cleanText(row.sortKey)),
      texts.map(({ json }) => json),
      // A cleaned row is no longer the one that was checked.
      rows.map(([, row], at) => (texts[at]?.changed === false ? (row.contract ?? null) : null)),
    ].map(textArray),
  ];
}
