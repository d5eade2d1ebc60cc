import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toRecord } from "#lib/contract/index.ts";
import { withTx } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { upsertRecords } from "#lib/records/index.ts";
import { movement, movements } from "#tests/bench/execute/bench-connector.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { plantVolume } from "#tests/support/planted/volume.ts";

// What `npm run scale` uses: bytes per row with its indexes, for rows that the service wrote itself. `npm run
// scale:measure` writes them into the file; this test compares it with them.

const file = new URL("../../infra/scale/bytes.json", import.meta.url);
/** Enough rows that a half full page does not matter. */
const copies = 4_000;
const isWritten = process.env["MEASURE"] === "yes";

let scene: JobScene;
let organization: Awaited<ReturnType<JobScene["organization"]>>;
let connection: string;
let call: () => ReturnType<typeof callTool>;
beforeAll(async () => {
  scene = await jobScene();
  organization = await scene.organization();
  connection = await scene.connect(organization.id);
  const { key } = organization;
  call = () => callTool(scene.app, "core.timestamp.now", {}, { key });
});
afterAll(() => scene.close());

const owner = (text: string, values?: unknown[]) => scene.database.owner(text, values);

async function sizeOf(tables: readonly string[]): Promise<number> {
  const [row] = await owner(
    `select sum(pg_total_relation_size(t::regclass) + (
       select coalesce(sum(pg_total_relation_size(relid)), 0) from pg_partition_tree(t::regclass)))::int as bytes
     from unnest($1::text[]) t`,
    [tables],
  );
  return Number(row?.["bytes"]);
}

/** How much the tables grow per row. */
async function growth(tables: readonly string[], write: () => Promise<unknown>): Promise<number> {
  const before = await sizeOf(tables);
  await write();
  await owner(`vacuum ${tables.join(", ")}`);
  return Math.round(((await sizeOf(tables)) - before) / copies);
}

/** A row that the service wrote, copied under other ids. */
function multiply(table: string, id: string, change: Record<string, string[]>): Promise<unknown> {
  const [key = ""] = Object.keys(change);
  const names = Object.keys(change);
  const pairs = names.map((name, at) => `'${name}', n.c${at}`).join(", ");
  const columns = names.map((_, at) => `c${at}`).join(", ");
  const lists = names.map((_, at) => `$${at + 2}::text[]`).join(", ");
  return owner(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${pairs}))).*
     from ${table} t, unnest(${lists}) n (${columns}) where t.${key} = $1`,
    [id, ...Object.values(change)],
  );
}

const ids = (prefix: Parameters<typeof newId>[0]): string[] =>
  Array.from({ length: copies }, (_, n) =>
    newId(prefix, new Date(scene.clock.now().getTime() + n)),
  );

async function newestId(table: string): Promise<string> {
  const [row] = await owner(`select id from ${table} order by id desc limit 1`);
  return String(row?.["id"]);
}

async function measuredBytes(): Promise<Record<string, number>> {
  const { clock } = scene;
  const record = await growth(["records"], () =>
    withTx(scene.contextOf(organization.id), (tx) =>
      upsertRecords(tx, {
        connectionId: connection,
        dataset: "banco_a.movimientos",
        readAt: clock.now(),
        jobId: null,
        rows: Array.from({ length: copies }, (_, n) => toRecord(movements, movement(n))),
      }),
    ),
  );
  const { body } = await call();
  const request = String(body.meta["request_id"]);
  const bytesOfCall = await growth(["audit"], () =>
    multiply("audit", request, { request_id: ids("req") }),
  );
  await scene.run(await scene.request(organization.id, connection));
  const jobId = await newestId("sync_jobs");
  expect((await scene.job(jobId)).status).toBe("succeeded");
  const job = await growth(["sync_jobs"], () => multiply("sync_jobs", jobId, { id: ids("sjb") }));
  const eventId = await newestId("webhook_events");
  const events = ids("whev");
  const event = await growth(["webhook_events"], () =>
    multiply("webhook_events", eventId, { id: events }),
  );
  const delivery = await growth(["webhook_deliveries", "webhook_attempts"], () =>
    plantVolume(
      owner,
      {
        organizationId: organization.id,
        connectionId: connection,
        endpointId: "whk_00000000000000000000000001",
        keyId: organization.keyId,
        now: clock.now(),
      },
      { calls: 1, deliveries: copies, syncs: 1 },
    ),
  );
  return { record, call: bytesOfCall, job, event, delivery };
}

test("the scale's bytes are those of rows as they are written today", async () => {
  await owner(
    `insert into webhook_endpoints (organization_id, id, url, event_types, secret, consecutive_failures, created_at)
     values ($1, 'whk_00000000000000000000000001', 'https://hooks.maule.example/in', '{}', '\\x00', 0, $2)`,
    [organization.id, scene.clock.now()],
  );
  const bytes = await measuredBytes();
  if (isWritten) {
    await writeFile(file, `${JSON.stringify(bytes, null, 2)}\n`);
  }
  const kept = JSON.parse(await readFile(file, "utf8")) as Record<string, number>;
  expect(Object.keys(kept)).toEqual(Object.keys(bytes));
  for (const [row, measured] of Object.entries(bytes)) {
    // npm run scale:measure
    expect(Math.abs(measured / (kept[row] ?? 0) - 1), `${row}: ${measured}`).toBeLessThan(0.1);
  }
});
