import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { periodoOf, previousPeriodo } from "#lib/chile/index.ts";
import { updateConnection } from "#lib/connections/index.ts";
import type { Company } from "#lib/contract/index.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { company, linkScene, type LinkScene } from "#tests/support/scenes/links.ts";

let scene: LinkScene;
let owner: TestOrganization;
let current: string;
let last: string;
beforeAll(async () => {
  scene = await linkScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  owner = await scene.organization();
  current = periodoOf(scene.clock.now());
  last = previousPeriodo(periodoOf(scene.clock.now()));
});

/** A person types a login at the link, and the worker tries it; returns which jobs it woke. */
async function use(
  input: Record<string, unknown> = {},
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  opened: Company = company,
): Promise<string[]> {
  const link = await scene.makeLink(owner, input);
  await scene.submit(link.token);
  const { jobId } = await scene.jobOf(link.id);
  const woken: string[] = [];
  await worker(woken, meanwhile, opened)({ Records: [messageOf(jobId)] }, 300_000);
  const [row] = await scene.database.owner("select state from links where id = $1", [link.id]);
  expect(row).toEqual({ state: "consumed" });
  return woken;
}

function worker(woken: string[], meanwhile: () => Promise<unknown>, opened: Company = company) {
  const queue: Queue = {
    check: () => Promise.resolve(),
    send: async ({ jobId }) => void woken.push(jobId),
    sendBatch: (messages) => Promise.reject(new Error(`${messages.length} at once`)),
  };
  return createSyncWorker({
    ...scene.deps,
    queue,
    openPortal: async () => ({
      driver: {
        login: async () => {
          await meanwhile();
          return { kind: "ok", company: opened };
        },
        read: async () => ({ rows: [], incompletos: 0, completo: true }),
        logout: async () => undefined,
      },
      evidence: async () => null,
      close: async () => undefined,
    }),
  });
}

function messageOf(jobId: string) {
  return { messageId: jobId, body: JSON.stringify({ jobId }) };
}

async function syncs(): Promise<Record<string, unknown>[]> {
  return scene.database.owner(
    `select id, periodo, alcances, trigger, status, actor_kind || '/' || actor_id as actor from sync_jobs
     where organization_id = $1 and kind = 'sync' order by periodo desc, created_at`,
    [owner.id],
  );
}

const byLink = { trigger: "link", status: "queued", actor: "system/link" };

test("a used link reads this month and the last one, for the connection's modules", async () => {
  const woken = await use();
  const started = await syncs();
  expect(started).toMatchObject([
    { periodo: current, alcances: ["saldos", "movimientos"], ...byLink },
    { periodo: last, alcances: ["movimientos"], ...byLink },
  ]);
  expect(woken).toEqual(started.map(({ id }) => id));
});

test("one whose module is a snapshot of the present reads only this month", async () => {
  await use({ alcances: ["saldos"] });
  expect(await syncs()).toMatchObject([{ periodo: current, alcances: ["saldos"], ...byLink }]);
});

test("a renewed connection is brought up to date too; a pending month is not requested again", async () => {
  const conexionId = await scene.connection(owner.id, "banco_prueba", ["movimientos"]);
  await scene.database.owner(
    `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, periodo,
      trigger, status, outcomes, attempts, token, not_before, request_id, actor_kind, actor_id, created_at)
     values ('sjb_own', $1, $2, 'sync', 'banco_prueba', '{movimientos}', $3, 'manual', 'queued', '[]', 0,
      0, $4, 'req_1', 'api_key', 'key_1', $4)`,
    [owner.id, conexionId, current, scene.clock.now()],
  );
  await use({ modo: "reconectar", conexionId });
  expect(await syncs()).toMatchObject([
    { periodo: current, trigger: "manual" },
    { periodo: last, alcances: ["movimientos"], ...byLink },
  ]);
});

test("a full queue, an unpaid bill and a disabled connection start none, and the link is used up", async () => {
  const conexionId = await scene.connection(owner.id, "banco_prueba", ["movimientos"]);
  const reconnect = { modo: "reconectar", conexionId };
  const pending = `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances,
      periodo, trigger, status, outcomes, attempts, token, not_before, request_id, actor_kind, actor_id,
      created_at)
    select 'sjb_' || $2 || n, $1, $2, 'sync', 'banco_prueba', '{movimientos}', '2020-' || lpad(n::text, 2, '0'),
      'manual', 'queued', '[]', 0, 0, $3, 'req_1', 'api_key', 'key_1', $3 from generate_series(1, 12) n`;
  expect(
    await use(reconnect, () =>
      scene.database.owner(pending, [owner.id, conexionId, scene.clock.now()]),
    ),
  ).toEqual([]);
  await scene.database.owner("delete from sync_jobs where kind = 'sync'");
  const bill = () => updateOrganization(scene.deps, owner.id, { billing: "past_due" });
  expect(await use(reconnect, bill)).toEqual([]);
  await updateOrganization(scene.deps, owner.id, { billing: "active" });
  const disable = () => updateConnection(scene.deps, conexionId, { disabled: true });
  expect(await use(reconnect, disable)).toEqual([]);
  expect(await syncs()).toEqual([]);
});

test("one whose login is shown none of its modules starts none, and the link is used up", async () => {
  const person: Company = { ...company, acceso: "representante" };
  const input = { sistema: "tributario", alcances: ["boletas"] };
  expect(await use(input, () => Promise.resolve(), person)).toEqual([]);
  expect(await syncs()).toEqual([]);
});

test("its end is recorded, and its event says what started it", async () => {
  await use({ alcances: ["saldos"] });
  const [job] = await syncs();
  await worker([], () => Promise.resolve())({ Records: [messageOf(String(job?.["id"]))] }, 300_000);
  const columns = "select operation, actor_kind || '/' || actor_id as actor, outcome from audit";
  const where = "where organization_id = $1 and actor_kind = 'system' order by at";
  expect(await scene.database.owner(`${columns} ${where}`, [owner.id])).toEqual([
    { operation: "banco_prueba.conexion.sincronizar", actor: "system/link", outcome: "ok" },
  ]);
  const { key } = await scene.key(owner.id, ["webhooks:read"]);
  const headers = { authorization: `Bearer ${key}` };
  const events = await (await scene.app.request("/v1/events", { headers })).json();
  expect(events).toMatchObject({
    data: [
      { type: "sync.succeeded", data: { trigger: "link" } },
      { type: "connect_session.consumed" },
    ],
  });
  const asked = await callTool(scene.app, "conexiones.estado.consultar", {}, { key: owner.key });
  expect(asked.body.data).toMatchObject({ conexiones: [{ datosListos: true }] });
});
