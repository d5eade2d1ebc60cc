import { createApi } from "#functions/api/app.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import { toRecord } from "#lib/contract/index.ts";
import { upsertRecords } from "#lib/records/index.ts";
import { movement, movements, type Movement } from "../execute/bench-connector.ts";
import { benchDeps, contextOf, setScene, type Caller } from "../execute/scene.ts";
import { withDatabase, type BenchDatabase } from "../harness/cluster.ts";
import { progress } from "../harness/progress.ts";

/** A connection's rows in a month: what one sync brings, on a small database as on a large one. */
const rowsOfMonth = 5_000;
const auditDays = 25;

export interface Connected {
  organizationId: string;
  connectionId: string;
}

/** A database with that many records and as many audit rows. */
export interface Lived {
  database: BenchDatabase;
  callers: Caller[];
  connected: Connected[];
  /** The newest month that was read, and one in the middle of them. */
  months: { newest: string; middle: string };
  /** The service as it answers calls, and as its worker writes. */
  api: ReturnType<typeof createApi>;
  served: ApiDeps;
  worker: ApiDeps;
}

/**
 * The fill writes no log for a restart: without it, and without foreign key checks, ten million rows take minutes.
 * Autovacuum would only run on the large side.
 */
const flags = ["wal_level=minimal", "max_wal_senders=0", "autovacuum=off"].flatMap((flag) => [
  "-c",
  flag,
]);

export function withLived<T>(rows: number, work: (lived: Lived) => Promise<T>): Promise<T> {
  return withDatabase(
    async (database) => {
      const scene = await setScene(database);
      const served = await benchDeps(scene.ours);
      try {
        progress("scale", `keeping ${rows} rows, and as many calls on record`);
        const connected = await connectionsOf(database);
        const months = monthsBack(scene.deps.clock.now(), rows / rowsOfMonth / connected.length);
        const [newest = "", middle = newest] = [months[0], months[Math.floor(months.length / 2)]];
        await storeMonth(scene.deps, connected[0], newest);
        await fill(database, { connected, months, rows, now: scene.deps.clock.now() });
        const { callers, deps: worker } = scene;
        const api = createApi(served);
        const lived = { database, callers, connected, months: { newest, middle }, api };
        return await work({ ...lived, served, worker });
      } finally {
        await served.db.close();
        await scene.close();
      }
    },
    { flags },
  );
}

async function connectionsOf({ owner }: BenchDatabase): Promise<Connected[]> {
  const { rows } = await owner.query<Connected>(
    'select organization_id as "organizationId", id as "connectionId" from connections order by id',
  );
  return rows;
}

function monthsBack(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => addMonths(periodoOf(now), -back));
}

/** Written by the service itself: all the other months are copies of this one. */
async function storeMonth(
  deps: ApiDeps,
  connected: Connected | undefined,
  month: string,
): Promise<void> {
  if (connected === undefined) throw new RangeError("the scene has no connections");
  const rows = Array.from({ length: rowsOfMonth }, (_, n): Movement => {
    const day = `${month}-${String((n % 28) + 1).padStart(2, "0")}`;
    const id = `mov_${month}_${String(n).padStart(6, "0")}`;
    return { ...movement(n), id, fecha: day, fechaContable: day, periodo: month };
  });
  const ctx = contextOf(deps, connected.organizationId);
  await withTx(ctx, (tx) =>
    upsertRecords(tx, {
      connectionId: connected.connectionId,
      dataset: "template",
      readAt: ctx.clock.now(),
      jobId: null,
      rows: rows.map((row) => toRecord(movements, row)),
    }),
  );
}

/** Rows written into tables that the same transaction has emptied are written once. */
async function fill(
  { owner }: BenchDatabase,
  {
    connected,
    months,
    rows,
    now,
  }: {
    connected: Connected[];
    months: string[];
    rows: number;
    now: Date;
  },
): Promise<void> {
  const from = new Date(now.getTime() - auditDays * 24 * 3_600_000);
  await owner.query("select maintain_audit_partitions($1, 24)", [from]);
  await owner.query("begin");
  await owner.query("set local session_replication_role = replica");
  await owner.query("set local work_mem = '256MB'");
  await owner.query(
    "create temp table template on commit drop as select * from records where dataset = 'template'",
  );
  await owner.query("truncate records, audit");
  await owner.query(
    `insert into records (organization_id, connection_id, dataset, id, periodo, account, sort_key,
       payload, answer, answer_contract, read_at, read_order)
     select c.organization_id, c.id, $1, replace(t.id, t.periodo, m.month), m.month, t.account,
       replace(t.sort_key, t.periodo, m.month), replace(t.payload::text, t.periodo, m.month)::jsonb,
       replace(t.answer, t.periodo, m.month), t.answer_contract, t.read_at, t.read_order
     from unnest($2::text[]) m (month) cross join connections c cross join template t`,
    [movements.id, months],
  );
  await owner.query(
    `insert into audit (request_id, organization_id, at, plane, operation, operation_request_id,
       actor_kind, actor_id, connection_id, outcome, http_status, latency_ms)
     select 'req_' || lpad(n::text, 26, '0'), ($1::text[])[1 + n % $6::int],
       $3::timestamptz + n * ($4::timestamptz - $3::timestamptz) / $5::int, 'action',
       'prueba.movimientos.consultar', md5(n::text)::uuid::text, 'api_key',
       'key_' || lpad((n % 400)::text, 26, '0'), ($2::text[])[1 + n % $6::int], 'ok', 200, n % 90
     from generate_series(0, $5::int - 1) n`,
    [
      connected.map(({ organizationId }) => organizationId),
      connected.map(({ connectionId }) => connectionId),
      from,
      now,
      rows,
      connected.length,
    ],
  );
  progress("scale", "kept; looking through them once");
  await owner.query("commit");
  await owner.query("vacuum analyze");
}
