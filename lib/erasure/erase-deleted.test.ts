import { afterEach, beforeEach, expect, test } from "vitest";
import { storeCredential } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { configureIssuer, showOperation } from "#lib/acts/documents/index.ts";
import { setPolicy } from "#lib/acts/fee-receipts/index.ts";
import { observeCrashPoints } from "#lib/kernel/crash-point.ts";
import { newId } from "#lib/kernel/ids.ts";
import { reconcileSchedules, rowSchedules } from "#lib/schedules/index.ts";
import { emitLinkConsumed } from "#lib/webhooks/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { columnsWith, markRowsOf, rowsWithout } from "#tests/support/databases/marked-rows.ts";
import { walledTables } from "#tests/support/databases/row-security-tables.ts";
import { deleteConnection, deleteOrganization, deletionDays, eraseDeleted } from "./index.ts";

const mark = "marcadoÑandú";
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let scene: DashboardScene;
let issuing: string;
beforeEach(async () => {
  scene = await dashboardScene();
  const { api, preparationId } = scene;
  const [row] = await api.database.owner("select connection_id from preparations where id = $1", [
    preparationId,
  ]);
  issuing = String(row?.["connection_id"]);
});
afterEach(async () => {
  observeCrashPoints(() => undefined);
  await scene.close();
});

const ownerOf = () => ({
  ...scene.dashboard.deps,
  organization: { id: scene.organizationId },
  actor: actors.member(scene.full.userId),
  requestId: "req_tests",
});
const run = (bounds?: Parameters<typeof eraseDeleted>[1]) =>
  eraseDeleted({ ...scene.api.deps, db: scene.api.database.keeper }, bounds);
const later = (ms: number): void => scene.api.clock.advance(ms);

const noReceipts = {
  habilitado: false,
  diasAtras: 0,
  diasAdelante: 0,
  montoMaximo: 1,
  montoDiario: 1,
  cantidadDiaria: 1,
};

/** What the scene lacks: a credential, calls, a failure's evidence, an event of a connection. */
async function useTheRest(): Promise<void> {
  const { api, organizationId, connectionId, reading, webhooks } = scene;
  const ctx = { ...api.deps, ...api.contextOf(organizationId) };
  const now = api.clock.now();
  const owned = { organizationId, connectionId };
  const fields = { rut: "12345678-5", clave: "una clave" };
  await withTx(ctx, (tx) =>
    storeCredential({ ...ctx, ...tx }, { ...owned, connector: "banco_a", fields }),
  );
  const { key } = await api.key(organizationId, ["banco_a:read"]);
  await callTool(api.app, "banco_a.saldos.consultar", {}, { key, connection: connectionId });
  await configureIssuer(ctx, issuing, { actividad: "x", direccion: "x", ciudad: "x" });
  await setPolicy(ctx, { ...noReceipts, receptores: ["12345678-5"] });
  await withTx(ctx, (tx) =>
    emitLinkConsumed(tx, {
      ...owned,
      linkId: reading.link,
      connector: "banco_a",
      mode: "crear",
      verified: true,
      consumedAt: now,
    }),
  );
  await api.database.owner(
    `insert into webhook_attempts (organization_id, endpoint_id, delivery_id, token, error)
     select organization_id, endpoint_id, id, 1, 'timeout' from webhook_deliveries
     where endpoint_id = $1 and status = 'pending'`,
    [webhooks.live],
  );
  await api.database.owner("update links set connection_id = $2 where id = $1", [
    reading.link,
    connectionId,
  ]);
  await api.database.owner(
    `insert into login_attempts (id, organization_id, login_identity, secret_hash, job_id, token, started_at)
     values ($1, $2, '\\x01', '\\x02', $3, 1, $4)`,
    [newId("rec", now), organizationId, reading.failed, now],
  );
  for (const connection of [connectionId, issuing]) {
    await api.database.owner(
      `insert into idempotency_keys (organization_id, key, tool_id, connection_id, fingerprint, state,
         token, lease_until, response, created_at, response_expires_at)
       values ($1, $2, 'tributario.dte.emitir', $3, '\\x01', 'finished', 't', $4, '\\x01', $4, $4)`,
      [organizationId, crypto.randomUUID(), connection, now],
    );
  }
  await api.database.owner(
    "update operations set outcome = '\\x01', outcome_expires_at = created_at",
  );
  await api.database.owner(
    `insert into operation_files (organization_id, operation_id, kind, version, sha256, bytes, sealed, created_at)
     select organization_id, id, 'pdf', 1, id, 1, '\\x01', created_at from operations`,
  );
  await api.database.owner(
    `insert into document_acceptances (operation_id, organization_id, connection_id, connector, state,
       created_at, updated_at)
     select id, organization_id, connection_id, 'facturacion', 'pendiente', created_at, created_at
     from operations`,
  );
  await api.database.owner(
    `insert into document_tickets (hash, organization_id, operation_id, kind, version, name,
       actor_kind, actor_id, created_at, expires_at)
     select decode(md5(id), 'hex'), organization_id, id, 'pdf', 1, id, 'api_key', id, created_at,
       created_at from operations`,
  );
}

/** The columns that stay: for an emission its connection, its key, who asked, and the outcome. */
const kept = [
  "connections.connector",
  // For logins, keyed hashes and their outcomes.
  "login_attempts.job_id",
  "login_attempts.outcome",
  "operation_evidence.found",
  "operation_evidence.step",
  "operations.actor_id",
  "operations.actor_kind",
  "operations.document_hash",
  "operations.error_code",
  "operations.idempotency_key",
  "operations.input_hash",
  "operations.job_id",
  "operations.kind",
  // For unknown outcomes: they may match the company's other documents.
  "operations.known",
  "operations.looks_like",
  "operations.operation_request_id",
  "operations.receipt",
  "operations.subject_id",
  "operations.tool_id",
  "preparations.actor_id",
  "preparations.actor_kind",
  "preparations.confirmed_by",
];

test("only tombstones, the audit and the bare ledger of an organization are left; another's data is intact", async () => {
  const { api, organizationId } = scene;
  const { database } = api;
  await database.owner("update organizations set deletes_at = null");
  await useTheRest();
  const tables = (await walledTables(database)).map(({ name }) => name);
  const filled = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const { name, owner } of await walledTables(database)) {
      const rows = await database.owner(`select 1 from ${name} where ${owner} = $1 limit 1`, [
        organizationId,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
  expect(await filled()).toEqual(tables);
  expect(await markRowsOf(database, organizationId, mark)).toBeGreaterThan(60);
  const others = await rowsWithout(database, organizationId);

  expect(await deleteConnection(ownerOf(), issuing, { abandonUnknown: true })).toEqual({
    kind: "deleted",
  });
  expect(await deleteOrganization(ownerOf())).toEqual({ kind: "deleted" });
  later(deletionDays * dayMs);
  await run();
  await reconcileSchedules({ ...api.deps, schedules: rowSchedules });
  later(16 * minuteMs);
  await run();
  await run();

  expect(await filled()).toEqual([
    "audit",
    "connections",
    "login_attempts",
    "operation_evidence",
    "operations",
    "organizations",
    "preparations",
  ]);
  const found = await columnsWith(database, mark);
  expect(found.filter((name) => !name.startsWith("audit."))).toEqual(kept);
  const shown = await showOperation(ownerOf(), scene.operations.emitted);
  expect(shown).toMatchObject({ row: { state: "done", folio: 1201 }, totals: null });
  const after = await rowsWithout(database, organizationId);
  expect(after).toEqual(others);
});

test("a run does no more than its share, and one killed after any statement is continued by the next", async () => {
  const { api, organizationId, connectionId } = scene;
  const count = async (table: string): Promise<number> => {
    const rows = `select 1 from ${table} where connection_id = $1`;
    return (await api.database.owner(rows, [connectionId])).length;
  };
  await useTheRest();
  const records = await count("records");
  await deleteConnection(ownerOf(), connectionId);
  await run({ rows: 1, statements: 2 });
  expect(await count("records")).toBe(records);
  later(16 * minuteMs);
  await run({ rows: 1, statements: 2 });
  expect(await count("records")).toBe(records - 2);

  let pieces = 0;
  observeCrashPoints(() => {
    pieces += 1;
    throw new Error("killed");
  });
  const step = () =>
    run({ rows: 1, statements: 1_000 }).then(
      () => "ended",
      () => "killed",
    );
  while ((await step()) === "killed") expect(pieces).toBeLessThan(100);
  // Records, months, syncs, events and their dependent rows.
  expect(pieces).toBeGreaterThan(18);
  const left = await columnsWith(api.database, connectionId);
  expect(left).toEqual(["audit.connection_id", "connections.id", "idempotency_keys.connection_id"]);
  const tombstones = await api.database.owner(
    "select id from connections where organization_id = $1 and erased_at is not null",
    [organizationId],
  );
  expect(tombstones).toEqual([{ id: connectionId }]);
});

test("organizations that an unknown outcome puts off keep no later one waiting", async () => {
  const { api, organizationId } = scene;
  const second = await api.organization();
  const third = await api.organization();
  const due = "update organizations set deletes_at = $2 where id = $1";
  for (const id of [organizationId, second.id, third.id]) {
    await api.database.owner(due, [id, api.clock.now()]);
    later(minuteMs);
  }
  await run({ subjects: 1 });
  later(16 * minuteMs);
  await run({ subjects: 1 });
  const erased = "select id from organizations where erased_at is not null order by id";
  const gone = await api.database.owner(erased);
  expect(gone.map(({ id }) => id)).toEqual([second.id, third.id].toSorted());
  const [putOff] = await api.database.owner("select name from organizations where id = $1", [
    organizationId,
  ]);
  expect(putOff?.["name"]).not.toBe("");
});
