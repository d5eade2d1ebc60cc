import { once } from "node:events";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { withTx, type Context } from "#lib/db/context.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { upsertRecords, type RecordBatch } from "#lib/records/index.ts";
import { records } from "#lib/records/records.sql.ts";
import { toRecord } from "#lib/contract/index.ts";
import { benchConnector, movement, movements } from "../execute/bench-connector.ts";
import { benchDeps, connectionWithRows, contextOf } from "../execute/scene.ts";
import { withDatabase, type BenchDatabase } from "../harness/cluster.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { interleave, median } from "../harness/rounds.ts";

const rowCount = 10_000;
const chunkSize = 1_000;
const rounds = 9;

interface Speeds {
  first: number;
  resync: number;
}

type Upsert = (batch: RecordBatch) => Promise<void>;

/** Storing 10,000 new rows, and again when nothing about them is new. */
export const recordsUpsert: Bench = {
  names: ["records.upsert.first", "records.upsert.resync"],
  run: () =>
    withDatabase(async (database) => {
      const deps = await benchDeps({
        databaseUrl: database.workerUrl,
        poolMax: 2,
        serviceSecret: Buffer.alloc(32).toString("base64"),
      });
      const pool = new Pool({ connectionString: database.ownerUrl, max: 1 });
      const closed: Promise<unknown>[] = [];
      pool.on("connect", (client) => closed.push(once(client, "end")));
      try {
        const organization = await createOrganization(deps, {
          name: "Comercial Los Boldos SpA",
          plan: "business",
          connectors: [benchConnector.manifest.id],
        });
        const ctx = contextOf(deps, organization.id);
        const batch = await newBatch(ctx);
        const sides = { ours: upsertOfOurs(ctx), floor: upsertOfDrizzle(ctx, pool) };
        // The first use of each includes connections, plans and compilation.
        for (const side of [sides.ours, sides.floor]) await measure(database, side, batch);
        const { ours, floor } = await interleave("records.upsert", rounds, {
          ours: () => measure(database, sides.ours, batch),
          floor: () => measure(database, sides.floor, batch),
        });
        return (["first", "resync"] as const).map((name) =>
          figure(
            `records.upsert.${name}`,
            median(ours.map((speeds) => speeds[name])),
            median(floor.map((speeds) => speeds[name])),
          ),
        );
      } finally {
        await pool.end();
        // The pool only says goodbye: a server that stops first would send an error that nobody handles.
        await Promise.all(closed);
        await deps.db.close();
      }
    }),
};

async function newBatch(ctx: Context): Promise<RecordBatch> {
  return {
    connectionId: await connectionWithRows(ctx, 0),
    dataset: movements.id,
    readAt: ctx.clock.now(),
    jobId: null,
    rows: Array.from({ length: rowCount }, (_, n) => toRecord(movements, movement(n))),
  };
}

/** On an empty table each time, so that no round meets an earlier one's rows. */
async function measure(
  database: BenchDatabase,
  upsert: Upsert,
  batch: RecordBatch,
): Promise<Speeds> {
  await database.owner.query("truncate records");
  await database.owner.query("checkpoint");
  const first = await rowsPerSecond(() => upsert(batch));
  const resync = await rowsPerSecond(() => upsert(batch));
  return { first, resync };
}

async function rowsPerSecond(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return rowCount / ((performance.now() - startedAt) / 1000);
}

function upsertOfOurs(ctx: Context): Upsert {
  return (batch) => withTx(ctx, (tx) => upsertRecords(tx, batch));
}

/** The way that drizzle's own documentation shows, in one transaction and as the table's owner. */
function upsertOfDrizzle(ctx: Context, pool: Pool): Upsert {
  const db = drizzle({ client: pool });
  const { connectionId, dataset, id } = records;
  return (batch) =>
    db.transaction(async (tx) => {
      for (let start = 0; start < batch.rows.length; start += chunkSize) {
        const values = batch.rows.slice(start, start + chunkSize).map((row) => ({
          ...row,
          organizationId: ctx.organization.id,
          connectionId: batch.connectionId,
          dataset: batch.dataset,
          readAt: batch.readAt,
          jobId: batch.jobId,
        }));
        await tx
          .insert(records)
          .values(values)
          .onConflictDoUpdate({
            target: [connectionId, dataset, id],
            set: {
              periodo: sql`excluded.periodo`,
              account: sql`excluded.account`,
              sortKey: sql`excluded.sort_key`,
              payload: sql`excluded.payload`,
              readAt: sql`excluded.read_at`,
              jobId: sql`excluded.job_id`,
            },
          });
      }
    });
}
