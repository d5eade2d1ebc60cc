import { sql } from "drizzle-orm";
import type { Context, InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { dropOtherRecords, upsertRecords } from "#lib/records/index.ts";
import type { AlcanceReading, SyncOutcome } from "#lib/contract/index.ts";
import { changeHeld, type ClaimedJob } from "#lib/jobs/index.ts";
import { coverage } from "./coverage.sql.ts";

/** A reading, and the instant of the visit: it made the driver's today, so no later day was read. */
type VisitReading = AlcanceReading & { readAt: Date };

/**
 * One module's rows, its coverage and its outcome, in one transaction that only the job's holder
 * can commit. Answers the job's outcomes as they now stand.
 */
export async function storeReading(
  ctx: SystemContext,
  job: ClaimedJob,
  alcance: string,
  reading: VisitReading,
  soFar: readonly SyncOutcome[],
): Promise<SyncOutcome[]> {
  const outcome = outcomeOf(alcance, reading);
  const outcomes = [...soFar.filter((earlier) => earlier.alcance !== alcance), outcome];
  const write = async (db: Queries): Promise<void> => {
    const tx = { ...ctx, db };
    await changeHeld(tx, job, { outcomes });
    await writeRows({ ...tx, organization: { id: job.organizationId } }, job, reading);
    await writeCoverage(tx, job, outcome, reading);
    crashPoint("sync.before_store_commit");
  };
  await repeatUndone(() => ctx.db.transaction(job.organizationId, write));
  return outcomes;
}

function outcomeOf(alcance: string, reading: AlcanceReading): SyncOutcome {
  const { incompletos, completo } = reading;
  const whole = incompletos === 0 && completo !== false;
  return {
    alcance,
    status: whole ? "ok" : "partial",
    records_synced: reading.rows
      .filter(({ uncounted }) => uncounted !== true)
      .reduce((sum, { records }) => sum + records.length, 0),
    ...(incompletos > 0 && { incompletos }),
    ...(completo !== null && { completo }),
  };
}

async function writeRows(
  tx: Pick<InTransaction<Context>, "db" | "organization">,
  job: ClaimedJob,
  reading: VisitReading,
): Promise<void> {
  const { readAt } = reading;
  const connectionId = job.connectionId ?? "";
  for (const { dataset, records, readOrder = 0, whole } of reading.rows) {
    await upsertRecords(tx, {
      connectionId,
      dataset,
      readAt: new Date(readAt.getTime() + readOrder),
      jobId: job.id,
      rows: records,
    });
    if (whole !== true || job.periodo === null) continue;
    const ids = records.map(({ id }) => id);
    await dropOtherRecords(tx, { connectionId, dataset, periodo: job.periodo, ids });
  }
}

async function writeCoverage(
  tx: InTransaction<SystemContext>,
  job: ClaimedJob,
  outcome: SyncOutcome,
  reading: VisitReading,
): Promise<void> {
  const row = {
    organizationId: job.organizationId,
    connectionId: job.connectionId ?? "",
    alcance: outcome.alcance,
    periodo: job.periodo ?? "",
    status: outcome.status,
    incompletos: reading.incompletos,
    cuentas: reading.completoPorCuenta ?? null,
    readAt: reading.readAt,
    jobId: job.id,
  };
  await tx.db.orm
    .insert(coverage)
    .values(row)
    .onConflictDoUpdate({
      target: [coverage.connectionId, coverage.alcance, coverage.periodo],
      set: row,
      // A reading that began earlier and ends later must not hide the newer one.
      setWhere: sql`${coverage.readAt} <= ${row.readAt.toISOString()}::timestamptz`,
    });
}
