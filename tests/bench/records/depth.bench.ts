import assert from "node:assert/strict";
import type { Context } from "#lib/db/context.ts";
import { createOrganization } from "#lib/identity/index.ts";
import type { RecordPage } from "#lib/contract/index.ts";
import { readPage, type PageQuery } from "#lib/records/index.ts";
import { benchConnector, movement, movements } from "../execute/bench-connector.ts";
import { benchDeps, connectionWithRows, contextOf } from "../execute/scene.ts";
import { withDatabase, type BenchDatabase } from "../harness/cluster.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { medianMs } from "../harness/latency.ts";
import { progress } from "../harness/progress.ts";
import { interleave, median } from "../harness/rounds.ts";
import { movementsPage, pageSize, type ReadContext } from "./movements-page.ts";

const rowCount = 1_000_000;
const deepPage = 10_000;
const rounds = 7;
const readsEach = 300;

/**
 * A page in the middle of a long list compared with its first page. Measured on the verb itself: everything around it
 * costs the same and would only hide the difference.
 */
export const readDepth: Bench = {
  names: ["read.depth"],
  run: () =>
    withDatabase(async (database) => {
      const deps = await benchDeps({
        databaseUrl: database.workerUrl,
        poolMax: 1,
        serviceSecret: Buffer.alloc(32).toString("base64"),
      });
      try {
        const organization = await createOrganization(deps, {
          name: "Comercial Los Boldos SpA",
          plan: "business",
          connectors: [benchConnector.manifest.id],
        });
        const ctx = { ...contextOf(deps, organization.id), cursors: deps.cursors };
        const connectionId = await connectionWithRows(ctx, 0);
        progress("read.depth", `keeping ${rowCount} rows`);
        await fill(database, ctx, connectionId);
        const first = movementsPage(connectionId, null);
        const deep = movementsPage(connectionId, await deepCursor(database, ctx, first));
        const before = (deepPage - 1) * pageSize;
        assertPage(await readPage(ctx, first), rowCount);
        assertPage(await readPage(ctx, deep), rowCount - before);

        const read = (page: PageQuery) => medianMs(readsEach, () => readPage(ctx, page));
        await read(first);
        await read(deep);
        const results = await interleave("read.depth", rounds, {
          ours: () => read(deep),
          floor: () => read(first),
        });
        return [figure("read.depth", median(results.ours), median(results.floor))];
      } finally {
        await deps.db.close();
      }
    }),
};

/** Rows as wide as the others', written in another order than they are read. */
async function fill({ owner }: BenchDatabase, ctx: Context, connectionId: string): Promise<void> {
  await owner.query(
    `insert into records (organization_id, connection_id, dataset, id, periodo, account, sort_key,
       payload, read_at)
     select $1, $2, $3, 'mov_' || lpad(place::text, 10, '0'), '2026-01', '000-00001-08',
       lpad(place::text, 10, '0'), $4::jsonb || jsonb_build_object('place', place), $5
     from (select (n * 611953::bigint) % ${rowCount} + 1 as place
       from generate_series(1, ${rowCount}) as n) as places`,
    [ctx.organization.id, connectionId, movements.id, JSON.stringify(movement(1)), ctx.clock.now()],
  );
  await owner.query("vacuum analyze records");
}

/** The cursor at the end of the page before the deep one; paging there would take minutes. */
async function deepCursor(
  { owner }: BenchDatabase,
  ctx: ReadContext,
  first: PageQuery,
): Promise<string> {
  const found = await owner.query<{ sort_key: string; id: string }>(
    `select sort_key, id from records order by sort_key desc, id desc
     offset ${(deepPage - 1) * pageSize - 1} limit 1`,
  );
  const last = found.rows[0];
  if (last === undefined) throw new RangeError("there are not so many pages");
  const list = [ctx.organization.id, first.connectionId, first.dataset, first.list];
  return ctx.cursors.make(list, [last.sort_key, last.id]);
}

function assertPage(page: RecordPage, firstPlace: number): void {
  const places = page.rows.map((row) => row.payload["place"]);
  assert.deepEqual(
    places,
    Array.from({ length: pageSize }, (_, n) => firstPlace - n),
  );
}
