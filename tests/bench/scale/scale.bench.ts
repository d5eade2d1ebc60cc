import assert from "node:assert/strict";
import { periodoOf } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import { findCaller } from "#lib/limits/index.ts";
import {
  readPage,
  upsertRecords,
  withdrawRecords,
  type PageQuery,
  type RecordBatch,
} from "#lib/records/index.ts";
import { movements } from "../execute/bench-connector.ts";
import { contextOf, headersOf, readBody, readPath } from "../execute/scene.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { medianMs } from "../harness/latency.ts";
import { interleave, median } from "../harness/rounds.ts";
import { movementsPage, pageSize, type ReadContext } from "../records/movements-page.ts";
import { withLived, type Connected, type Lived } from "./lived-scene.ts";

const few = 100_000;
/** Fewer while working on the bench itself. */
export const scaleRows = Number(process.env["BENCH_SCALE_ROWS"] ?? 10_000_000);
const rounds = 7;

/** One of the measured things, over one of the two databases. */
type Measure = () => Promise<number>;

/**
 * What a call and a sync cost on a database that has been used for long, compared with a young one. Not over HTTP,
 * whose share is the same on both and would only hide the difference.
 */
export const scale: Bench = {
  names: ["scale.read", "scale.read.depth", "scale.read.caller", "scale.sync"],
  run: () =>
    withLived(few, (young) =>
      withLived(scaleRows, async (old) => {
        const measured = [
          ["scale.read", readsOf],
          ["scale.read.depth", deepPagesOf],
          ["scale.read.caller", callersOf],
          ["scale.sync", syncsOf],
        ] as const;
        const figures = [];
        for (const [name, measureOf] of measured) {
          const sides = { ours: await measureOf(old), floor: await measureOf(young) };
          // First reads come from the disk.
          for (const side of [sides.ours, sides.floor]) await side();
          const { ours, floor } = await interleave(name, rounds, sides);
          figures.push(figure(name, median(ours), median(floor)));
        }
        return figures;
      }),
    ),
};

/** A stored read with everything on, once with each key. */
async function readsOf({ api, callers }: Lived): Promise<Measure> {
  return () =>
    medianMs(callers.length, async (n) => {
      const caller = callers[n];
      if (caller === undefined) throw new RangeError("there are not so many keys");
      const headers = headersOf(caller);
      const response = await api.request(readPath, { method: "POST", headers, body: readBody });
      assert.equal(response.status, 200);
      await response.text();
    });
}

/** A page in the middle of each connection's rows. */
async function deepPagesOf({ database, served, connected, months }: Lived): Promise<Measure> {
  const pages: { ctx: ReadContext; query: PageQuery }[] = [];
  for (const { organizationId, connectionId } of connected) {
    const ctx = { ...contextOf(served, organizationId), cursors: served.cursors };
    const { rows } = await database.owner.query<{ place: string[] }>(
      `select array[sort_key, id] as place from records
       where connection_id = $1 and dataset = $2 and sort_key >= $3 order by sort_key, id limit 1`,
      [connectionId, movements.id, `${months.middle}-14`],
    );
    const { dataset, list } = movementsPage(connectionId, null);
    const place = rows[0]?.place ?? [];
    const cursor = ctx.cursors.make([organizationId, connectionId, dataset, list], place);
    pages.push({ ctx, query: movementsPage(connectionId, cursor) });
  }
  return () =>
    medianMs(400, async (n) => {
      const page = pages[n % pages.length];
      if (page === undefined) throw new RangeError("the scene has no connections");
      assert.equal((await readPage(page.ctx, page.query)).rows.length, pageSize);
    });
}

/** The first statement of a call: the key's owner, and all that the checks need. */
async function callersOf({ served, callers }: Lived): Promise<Measure> {
  const { db, clock, secret } = served;
  return () =>
    medianMs(callers.length, async (n) => {
      const { key = "", connection = "" } = callers[n] ?? {};
      const hashes = secret.hashes("api-key", key);
      const now = clock.now();
      const asked = { now, connectionId: connection, periodo: periodoOf(now) };
      const caller = await findCaller(db, { credential: { kind: "api_key", hashes }, ...asked });
      assert.equal(caller?.connection?.id, connection);
    });
}

/** Rows per second of a month read again, with nothing new, in each connection in turn. */
async function syncsOf({ database, worker, connected, months }: Lived): Promise<Measure> {
  const batches: RecordBatch[] = [];
  for (const { connectionId } of connected) {
    batches.push(await monthOf(database, connectionId, months.newest));
  }
  let turn = 0;
  return async () => {
    const speeds: number[] = [];
    for (let n = 0; n < 5; n += 1, turn += 1) {
      const at = turn % connected.length;
      const [batch, { organizationId }] = [batches[at], connected[at] as Connected];
      if (batch === undefined) throw new RangeError("the scene has no connections");
      const startedAt = performance.now();
      await storeAgain(worker, organizationId, batch, months.newest);
      speeds.push(batch.rows.length / ((performance.now() - startedAt) / 1000));
    }
    return median(speeds);
  };
}

/** A month's stored rows, as a sync would bring them. */
async function monthOf(
  { owner }: Lived["database"],
  connectionId: string,
  month: string,
): Promise<RecordBatch> {
  const { rows } = await owner.query<RecordBatch["rows"][number]>(
    `select id, periodo, account, sort_key as "sortKey", payload,
       answer_contract as contract
     from records where connection_id = $1 and dataset = $2 and periodo = $3
       and sort_key >= $3 order by id`,
    [connectionId, movements.id, month],
  );
  return { connectionId, dataset: movements.id, readAt: new Date(), jobId: "sjb_bench", rows };
}

/** The statements of a whole reading over the rows, in one transaction like the real one. */
async function storeAgain(
  deps: Lived["worker"],
  organizationId: string,
  batch: RecordBatch,
  periodo: string,
): Promise<void> {
  const { connectionId, dataset, readAt, rows } = batch;
  const accounts = [...new Set(rows.map(({ account }) => account))];
  const month = { connectionId, dataset, periodo, accounts, ids: rows.map(({ id }) => id) };
  await withTx(contextOf(deps, organizationId), async (tx) => {
    const doubted = await withdrawRecords(tx, month, { at: readAt, jobId: "sjb_bench" });
    assert.deepEqual(doubted, []);
    await upsertRecords(tx, batch);
  });
}
