import { withTx } from "#lib/db/context.ts";
import { upsertRecords } from "#lib/records/index.ts";
import { toRecord, type Dataset } from "#lib/contract/index.ts";
import type { TestApi } from "../scenes/api.ts";

/** Stores rows of a dataset, as a sync would. */
export async function storeRows<Row extends Record<string, unknown>>(
  api: TestApi,
  { organization, connection }: { organization: string; connection: string },
  dataset: Dataset<Row>,
  rows: readonly Row[],
  readOrder = 0,
): Promise<void> {
  await withTx(api.contextOf(organization), (tx) =>
    upsertRecords(tx, {
      connectionId: connection,
      dataset: dataset.id,
      readAt: api.clock.now(),
      readOrder,
      jobId: null,
      rows: rows.map((row) => toRecord(dataset, row)),
    }),
  );
}

/** Records that a month of a module was just read, as a sync would. */
export async function storeCoverage(
  api: TestApi,
  { organization, connection }: { organization: string; connection: string },
  { alcance, periodo, status = "ok", cuentas = null }: ReadMonth,
): Promise<void> {
  await api.database.owner(
    `insert into coverage (organization_id, connection_id, alcance, periodo, status, incompletos,
       cuentas, read_at, job_id) values ($1, $2, $3, $4, $5, $6, $7, $8, 'sjb_tests')`,
    [
      organization,
      connection,
      alcance,
      periodo,
      status,
      status === "ok" ? 0 : 1,
      cuentas === null ? null : JSON.stringify(cuentas),
      api.clock.now(),
    ],
  );
}

interface ReadMonth {
  alcance: string;
  periodo: string;
  status?: "ok" | "partial";
  cuentas?: Record<string, unknown> | null;
}
