import { eq } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { records } from "#lib/records/records.sql.ts";
import { exportedTables } from "./exported-tables.ts";

export interface ExportedPart {
  table: string;
  /** Set for records only. */
  dataset?: string;
  /** Lines of JSON, in batches. */
  lines: AsyncIterable<string[]>;
}

/**
 * Everything stored for the organization, under its own policies: no other organization's data can
 * get in. Keys, hashes and everything sealed are bytes, and no bytes column is exported.
 */
export async function exportRows(
  ctx: Context,
  keep: (part: ExportedPart) => Promise<void>,
): Promise<void> {
  for (const table of exportedTables) {
    await withTx(ctx, async (tx) => {
      const { name } = getTableConfig(table);
      if (table !== records) return keep({ table: name, lines: linesOf(tx, table) });
      for (const dataset of await datasetsOf(tx)) {
        await keep({ table: name, dataset, lines: linesOf(tx, table, dataset) });
      }
    });
  }
}

async function datasetsOf({ db, organization }: InTransaction<Context>): Promise<string[]> {
  const { dataset, organizationId } = records;
  const found = await db.orm
    .selectDistinct({ dataset })
    .from(records)
    .where(eq(organizationId, organization.id))
    .orderBy(dataset);
  return found.map((row) => row.dataset);
}

/** With a cursor: however many rows there are, only few are in memory. */
async function* linesOf(
  { db, organization }: InTransaction<Context>,
  table: PgTable,
  dataset: string | null = null,
): AsyncGenerator<string[]> {
  await db.run(cursorOver(table, dataset), [
    organization.id,
    ...(dataset === null ? [] : [dataset]),
  ]);
  for (;;) {
    const rows = await db.run<{ line: string }>(fetchLines, []);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await db.run(closeCursor, []);
}

function cursorOver(table: PgTable, dataset: string | null): Statement {
  const { name, columns } = getTableConfig(table);
  const owner = name === "organizations" ? "id" : "organization_id";
  const shown = columns.filter((one) => isShown(one.name, one.getSQLType()));
  const pairs = shown.map(({ name: column }) => `'${column}', t.${column}`);
  const which = dataset === null ? "" : " and dataset = $2";
  return {
    name: `operator.export.${name}${dataset === null ? "" : ".dataset"}`,
    repeatable: false,
    text: `declare exported no scroll cursor for
      select jsonb_build_object(${pairs.join(", ")})::text as line from ${name} t
      where ${owner} = $1${which}`,
  };
}

/** `answer` repeats a record's payload. */
function isShown(column: string, type: string): boolean {
  return type !== "bytea" && !["answer", "answer_contract"].includes(column);
}

const fetchLines: Statement = {
  name: "operator.export_fetch",
  repeatable: false,
  text: "fetch forward 1000 from exported",
};

const closeCursor: Statement = {
  name: "operator.export_close",
  repeatable: false,
  text: "close exported",
};
