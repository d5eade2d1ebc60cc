import { sql, type SQL } from "drizzle-orm";
import { lastDay, Periodo } from "#lib/chile/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import type {
  AccountRead,
  AlcanceReading,
  CoverageEntry,
  SyncOutcome,
} from "#lib/contract/index.ts";
import type { RowsSeen } from "#lib/records/index.ts";
import { changeHeld, leaseFrom, requireHeld, type ClaimedJob } from "#lib/jobs/index.ts";
import { cleanAccounts } from "./clean-accounts.ts";
import { coverage } from "./coverage.sql.ts";
import { lostAccounts } from "./lost-accounts.ts";
import { withEnd } from "./module-progress.ts";
import { storeRows, type VisitReading } from "./store-rows.ts";
import { withoutUnfit } from "./without-unfit.ts";

/**
 * Stores one module's rows, its coverage and its outcome, in one transaction that only the job's
 * holder can commit. Returns the job's outcomes so far.
 */
export async function storeReading(
  ctx: SystemContext,
  job: ClaimedJob,
  alcance: string,
  read: VisitReading,
  soFar: readonly SyncOutcome[],
): Promise<SyncOutcome[]> {
  const reading = withoutUnfit(cleanAccounts(read));
  const unfit = reading.incompletos - read.incompletos;
  if (unfit > 0) ctx.log.warn("sync.rows_unfit", { job: job.id, alcance, rows: unfit });
  const write = async (db: Queries): Promise<SyncOutcome[]> => {
    const tx = { ...ctx, db, organization: { id: job.organizationId } };
    await requireHeld(tx, job);
    const { doubted, seen } = await storeRows(tx, job, reading);
    const believed = doubt(reading, doubted);
    const lost = await lostAccounts(tx, job, { ...believed, alcance });
    const outcome = outcomeOf(alcance, believed, lost);
    const outcomes = [...soFar.filter((earlier) => earlier.alcance !== alcance), outcome];
    await writeCoverage(tx, job, outcome, { ...believed, seen, lost });
    // The job's row was locked meanwhile: no heartbeat could renew the lease.
    const { lacksCounterpart = false } = believed;
    const progress = withEnd(job, alcance, { at: tx.clock.now(), error: null, lacksCounterpart });
    await changeHeld(tx, job, { outcomes, progress, leaseUntil: leaseFrom(tx.clock.now()) });
    crashPoint("sync.before_store_commit");
    return outcomes;
  };
  return repeatUndone(() => ctx.db.transaction(job.organizationId, write));
}

/** How a module that could be read ended. */
type StoredOutcome = SyncOutcome & Pick<CoverageEntry, "status">;

function outcomeOf(
  alcance: string,
  reading: AlcanceReading,
  lost: Record<string, AccountRead>,
): StoredOutcome {
  const { incompletos } = reading;
  const completo = completoWith(reading, lost);
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

/** Whether the month is complete with the accounts that this reading does not show. */
function completoWith(
  { completo, completoPorCuenta = {}, incompletos }: AlcanceReading,
  lost: Record<string, AccountRead>,
): boolean | null {
  if (Object.values(lost).includes("unlisted")) return false;
  const keepsListed = Object.keys(lost).some((account) =>
    Object.hasOwn(completoPorCuenta, account),
  );
  if (!keepsListed) return completo;
  return incompletos === 0 && Object.values({ ...completoPorCuenta, ...lost }).every(Boolean);
}

/** A reading that misses too much of an account is incomplete, whatever it claims. */
function doubt(reading: VisitReading, accounts: readonly (string | null)[]): VisitReading {
  const { completoPorCuenta } = reading;
  if (accounts.length === 0) return reading;
  if (completoPorCuenta === undefined) return { ...reading, completo: false };
  const cut = accounts.flatMap((account) => (account === null ? [] : [[account, false] as const]));
  const cuentas = { ...completoPorCuenta, ...Object.fromEntries(cut) };
  return { ...reading, completo: false, completoPorCuenta: cuentas };
}

async function writeCoverage(
  tx: InTransaction<SystemContext>,
  job: ClaimedJob,
  outcome: StoredOutcome,
  reading: VisitReading & { seen: RowsSeen; lost: Record<string, AccountRead> },
): Promise<void> {
  const row = {
    organizationId: job.organizationId,
    connectionId: job.connectionId ?? "",
    alcance: outcome.alcance,
    periodo: job.periodo ?? "",
    status: outcome.status,
    incompletos: reading.incompletos,
    cuentas: accountsRead(reading),
    prueba: reading.prueba ?? null,
    unfinished: reading.unfinished ?? false,
    seenAt: reading.seen,
    readAt: reading.readAt,
    jobId: job.id,
  };
  await tx.db.orm
    .insert(coverage)
    .values(row)
    .onConflictDoUpdate({
      target: [coverage.connectionId, coverage.alcance, coverage.periodo],
      set: { ...row, seenAt: withLater },
      // A reading that began earlier and ends later must not hide the newer one.
      setWhere: sql`${coverage.readAt} <= ${row.readAt.toISOString()}::timestamptz
        and not (${isWithheld(outcome, reading)} and ${readToItsEnd(row.periodo)})`,
    });
}

/** What this reading did not cover keeps its last instant. */
const withLater = sql`coalesce(${coverage.seenAt}, '{}') || (
  select coalesce(jsonb_object_agg(key, coalesce(${coverage.seenAt} -> key, '{}') || value), '{}')
  from jsonb_each(excluded.seen_at))`;

/**
 * The portal no longer shows anything of the month: nothing was read, and what is known of it
 * stays.
 */
function isWithheld(
  { records_synced: count }: SyncOutcome,
  { cortadas = [], completoPorCuenta = {} }: VisitReading,
): boolean {
  return (
    count === 0 && cortadas.length > 0 && cortadas.length === Object.keys(completoPorCuenta).length
  );
}

function readToItsEnd(periodo: string): SQL {
  const end = lastDay(Periodo.parse(periodo));
  return sql`${coverage.status} = 'ok'
    and (${coverage.readAt} at time zone 'America/Santiago')::date > ${end}::date`;
}

/** Each account for the coverage; null where the portal does not show one at a time. */
function accountsRead({
  completoPorCuenta,
  cortadas = [],
  lost,
}: AlcanceReading & { lost: Record<string, AccountRead> }): Record<string, AccountRead> | null {
  if (completoPorCuenta === undefined) return null;
  const cut = Object.fromEntries(cortadas.map((account) => [account, "cut" as const]));
  return { ...completoPorCuenta, ...cut, ...lost };
}
