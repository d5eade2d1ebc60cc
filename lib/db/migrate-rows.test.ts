import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "./migrate.ts";
import {
  disposableServer,
  type DisposableServer,
} from "#tests/support/databases/disposable-server.ts";
import { asOwner, onePassword } from "#tests/support/databases/as-owner.ts";

const migrations = fileURLToPath(new URL("../../drizzle", import.meta.url));
const company = "76555835-2";

let server: DisposableServer;
beforeAll(async () => {
  server = await disposableServer();
});
afterAll(() => server.stop());

/** The migrations before the named one, as in a release of that time. */
async function migrateUntil(url: string, before: string): Promise<void> {
  const release = path.join(server.folder, before);
  await cp(migrations, release, { recursive: true });
  const file = path.join(release, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === before);
  expect(end).toBeGreaterThan(0);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  const client = new Client({ connectionString: url });
  await client.connect();
  await applyMigrations(drizzle({ client }), { migrationsFolder: release });
  await client.end();
}

const preparation = (id: string, org: string, connection: string) => `
  insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
    tipo_dte, state, expires_at, created_at)
  values ('prv_${id}', '${org}', '${connection}', 'dte', 'api_key', 'key_1', '', 33, 'consumed',
    '2026-10-01', '2026-10-01');`;
const operation = (id: string, org: string, connection: string, folio: number, minute: number) =>
  preparation(id, org, connection) +
  `
  insert into operations (id, organization_id, connection_id, kind, tool_id, preparation_id,
    idempotency_key, operation_request_id, actor_kind, actor_id, fingerprint, input_hash, looks_like,
    document_hash, tipo_dte, state, job_id, token, folio, barrier_at, created_at, finished_at)
  values ('${id}', '${org}', '${connection}', 'dte', 'tributario.dte.emitir', 'prv_${id}', 'key_${id}',
    'req_${id}', 'api_key', 'key_1', '', '', 'same', '', 33, 'emitted', 'sjb_1', 1, ${folio},
    '2026-10-01', '2026-10-01', '2026-10-01T00:0${minute}:00Z');`;
const connection = (id: string, org: string, rut: string | null, connector = "tributario") => `
  insert into connections (id, organization_id, connector, nombre, rut, scopes, alcances, credencial,
    capacidades, created_at)
  values ('${id}', '${org}', '${connector}', 'x', ${rut === null ? "null" : `'${rut}'`}, '{}', '{}',
    'viva', '{}', '2026-10-01');`;

const keptAnswer = (key: string, tool: string) => `
  insert into idempotency_keys (organization_id, key, tool_id, fingerprint, state, token, lease_until,
    response, outcome, http_status, created_at, finished_at, response_expires_at)
  values ('org_1', '${key}', '${tool}', 'kept', 'finished', 'token_1', '2026-10-01', 'sealed', 'ok', 200,
    '2026-10-01', '2026-10-01', '2026-10-31');`;

const record = (dataset: string) => `
  insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at, job_id)
  values ('org_1', 'conn_4', '${dataset}', 'rec_1', '2026-10', '1', '{}', '2026-10-01', 'sjb_1');`;
const read = (connectionId: string, alcance: string) => `
  insert into coverage (organization_id, connection_id, alcance, periodo, status, incompletos, cuentas,
    read_at, job_id)
  values ('org_1', '${connectionId}', '${alcance}', '2026-10', 'ok', 0, '{"1": true, "2": "cut"}',
    '2026-10-01', 'sjb_1');`;

test("a database with documents is upgraded, including two claims of one folio", async () => {
  const { database, url } = await server.database("with_rows");
  await migrateUntil(url, "0011_link-actors");
  // Only what the migrations read is written: there is no organization with a key.
  await asOwner(
    database,
    [
      "set session_replication_role = replica;",
      `insert into organizations (id, name, plan, billing, created_at)
       select id, 'x', 'pro', 'active', '2026-10-01' from unnest(array['org_1', 'org_2']) id;`,
      connection("conn_1", "org_1", company),
      connection("conn_2", "org_2", company),
      connection("conn_3", "org_1", null),
      connection("conn_4", "org_1", company, "banco_d"),
      record("banco_d.movimientos"),
      record("banco_d.movimientos_vigentes"),
      read("conn_1", "movimientos"),
      read("conn_4", "movimientos"),
      read("conn_4", "saldos"),
      operation("oper_1", "org_1", "conn_1", 500_001, 1),
      operation("oper_2", "org_2", "conn_2", 500_001, 2),
      operation("oper_3", "org_2", "conn_2", 500_002, 3),
      operation("oper_4", "org_1", "conn_3", 500_001, 4),
      "update operations set state = 'released', folio = null, barrier_at = null where id = 'oper_3';",
      "update operations set known_folios = '{7,10000000000}' where id = 'oper_3';",
      keptAnswer("key_oper_1", "echo.mensaje.repetir"),
      keptAnswer("key_1", "echo.mensaje.repetir"),
      `insert into sync_jobs (id, organization_id, kind, connector, alcances, trigger, status, outcomes,
        attempts, token, not_before, request_id, actor_kind, actor_id, created_at)
       select 'sjb_' || kind, 'org_1', kind, 'banco_a', '{}', 'manual', 'succeeded', '[]', 1, 1,
        '2026-10-01', 'req_1', 'member', 'cs_1', '2026-10-01' from unnest(array['link', 'sync']) kind;`,
      "alter table operations force row level security; alter table connections force row level security;",
      "alter table idempotency_keys force row level security;",
      "alter table records force row level security; alter table coverage force row level security;",
      "alter table sync_jobs force row level security; alter table audit force row level security;",
    ].join("\n"),
  );
  await migrate({ url, passwords: onePassword("only-for-tests") });

  expect(await asOwner(database, "select id, connector, rut from operations order by id")).toEqual([
    { id: "oper_1", connector: "tributario", rut: company },
    // The folio belongs to the earlier claim; this one keeps its answer, separate from the
    // company's others.
    { id: "oper_2", connector: "tributario", rut: "conn_2" },
    { id: "oper_3", connector: "tributario", rut: company },
    { id: "oper_4", connector: "tributario", rut: "conn_3" },
  ]);
  // What is listed goes by its name, and the state by the word that the previous release knows.
  const names = "select id, state, known, external_ref as name from operations order by id";
  expect(await asOwner(database, names)).toEqual([
    { id: "oper_1", state: "emitted", known: null, name: "500001" },
    { id: "oper_2", state: "emitted", known: null, name: "500001" },
    { id: "oper_3", state: "released", known: ["7", "10000000000"], name: null },
    { id: "oper_4", state: "emitted", known: null, name: "500001" },
  ]);
  expect(await asOwner(database, "select id, actor_kind from sync_jobs order by id")).toEqual([
    { id: "sjb_link", actor_kind: "link" },
    { id: "sjb_sync", actor_kind: "member" },
  ]);
  const keys = `select organization_id as org, key, tool_id as tool, connection_id as connection, state,
    operation_id as operation, token, response is null as empty from idempotency_keys order by key`;
  const inLedger = {
    tool: "tributario.dte.emitir",
    state: "ledger",
    token: null,
    empty: true,
  };
  expect(await asOwner(database, keys)).toEqual([
    {
      org: "org_1",
      key: "key_1",
      tool: "echo.mensaje.repetir",
      connection: null,
      state: "finished",
      operation: null,
      token: "token_1",
      empty: false,
    },
    // The document's operation knows the call's outcome; what was released may run again.
    { org: "org_1", key: "key_oper_1", connection: "conn_1", operation: "oper_1", ...inLedger },
    { org: "org_2", key: "key_oper_2", connection: "conn_2", operation: "oper_2", ...inLedger },
    { org: "org_1", key: "key_oper_4", connection: "conn_3", operation: "oper_4", ...inLedger },
  ]);

  // The next reading, of every account, writes anew which banco_d movements count.
  expect(await asOwner(database, "select dataset from records")).toEqual([
    { dataset: "banco_d.movimientos" },
  ]);
  const whole = { status: "ok", cuentas: { "1": true, "2": "cut" } };
  const coverage =
    "select connection_id as id, alcance, status, cuentas from coverage order by 1, 2";
  expect(await asOwner(database, coverage)).toEqual([
    { id: "conn_1", alcance: "movimientos", ...whole },
    {
      id: "conn_4",
      alcance: "movimientos",
      status: "partial",
      cuentas: { "1": false, "2": false },
    },
    { id: "conn_4", alcance: "saldos", ...whole },
  ]);
});

test("an operation that an older release began without its key's row gets one", async () => {
  const { database, url } = await server.database("left_behind");
  await migrateUntil(url, "0018_rows-seen");
  const forced = ["operations", "idempotency_keys", "preparations"];
  await asOwner(
    database,
    [
      "set session_replication_role = replica;",
      `insert into organizations (id, name, plan, billing, created_at)
       values ('org_1', 'x', 'pro', 'active', '2026-10-01');`,
      connection("conn_1", "org_1", company),
      `alter table operations alter column connector set default 'tributario',
         alter column rut set default '${company}';`,
      operation("oper_1", "org_1", "conn_1", 500_001, 1),
      operation("oper_2", "org_1", "conn_1", 500_002, 2),
      operation("oper_3", "org_1", "conn_1", 500_003, 3),
      operation("oper_4", "org_1", "conn_1", 500_004, 4),
      "update operations set state = 'released', folio = null, barrier_at = null where id = 'oper_4';",
      keptAnswer("key_oper_2", "echo.mensaje.repetir"),
      `insert into idempotency_keys (organization_id, key, tool_id, connection_id, fingerprint, state,
        operation_id, created_at)
       values ('org_1', 'key_oper_3', 'kept', 'conn_1', '', 'ledger', 'oper_3', '2026-10-01');`,
      ...forced.map((table) => `alter table ${table} force row level security;`),
    ].join("\n"),
  );
  await migrate({ url, passwords: onePassword("only-for-tests") });
  expect(
    await asOwner(
      database,
      "select key, tool_id as tool, state, operation_id as operation from idempotency_keys order by key",
    ),
  ).toEqual([
    { key: "key_oper_1", tool: "tributario.dte.emitir", state: "ledger", operation: "oper_1" },
    { key: "key_oper_2", tool: "tributario.dte.emitir", state: "ledger", operation: "oper_2" },
    { key: "key_oper_3", tool: "kept", state: "ledger", operation: "oper_3" },
  ]);
});
