import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectCompany, findConnectionDetail, listConnections } from "#lib/connections/index.ts";
import { withSystemTx, type Context } from "#lib/db/context.ts";
import { createKey, findKey } from "#lib/identity/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { reconcileSchedules } from "#lib/schedules/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import {
  asMember,
  consent,
  everyGrant,
  plantMember,
  refusalOf,
} from "#tests/support/scenes/grants.ts";
import { company, jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { deleteConnection } from "./delete-connection.ts";

const unknown = "conn_00000000000000000000000000";

const scopes = ["banco_a", "conexiones", "webhooks"].flatMap((of) => [`${of}:read`, `${of}:write`]);

let scene: JobScene;
let organizationId: string;
let key: string;

let owner: Context;
let connection: string;
beforeAll(async () => {
  scene = await jobScene();
  ({ id: organizationId, key } = await scene.organization({ scopes }));
  owner = await as("owner");
});
afterAll(() => scene.close());
beforeEach(async () => {
  connection = await scene.connect(organizationId, newId("usr", new Date()));
});

/** Uses the database role of the dashboard. */
async function as(role: "owner" | "admin" | "member", organization = organizationId) {
  const userId = await plantMember(scene.database, organization, { role });
  return asMember({ ...scene.contextOf(organization), db: scene.database.app }, userId);
}

interface Asked {
  status: number;
  body: unknown;
}

/** Every way in which a caller can name a connection. */
const questions: [string, (id: string) => Promise<Asked>][] = [
  ["a stored read", (id) => tool("banco_a.saldos.consultar", {}, id)],
  ["a sync", (id) => tool("banco_a.conexion.sincronizar", { periodo: "2026-10" }, id)],
  ["a verification", (id) => tool("banco_a.conexion.verificar", {}, id)],
  ["the state of all", (id) => tool("conexiones.estado.consultar", {}, id)],
  [
    "a link to reconnect",
    (id) => tool("conexiones.enlace.crear", { ...reconnect, conexionId: id }),
  ],
  ["the links", () => tool("conexiones.enlaces.listar", {})],
  ["its syncs", (id) => ask("GET", `/v1/syncs?connection_id=${id}`)],
  ["its events", (id) => ask("GET", `/v1/events?connection_id=${id}`)],
  ["an endpoint for it", (id) => ask("POST", "/v1/webhooks", { ...endpoint, connection_id: id })],
];
const reconnect = { sistema: "banco_a", modo: "reconectar" };
const endpoint = { url: "https://93.184.215.14/x", event_types: [] };

async function tool(name: string, input: object, id?: string): Promise<Asked> {
  const options = { key, ...(id !== undefined && { connection: id }) };
  const { status, body } = await callTool(scene.app, name, input, options);
  return { status, body: plain(body, id) };
}

async function ask(method: string, path: string, json?: object): Promise<Asked> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init = json === undefined ? {} : { body: JSON.stringify(json) };
  const answer = await scene.app.request(path, { method, headers, ...init });
  const id = /conn_\w{26}/.exec(path + JSON.stringify(json ?? {}))?.[0];
  return { status: answer.status, body: plain(await answer.json(), id) };
}

/** Without the request's own id, its time, and the id that was asked for. */
function plain(body: unknown, id = "no id"): string {
  return JSON.stringify(body)
    .replaceAll(id, "ID")
    .replaceAll(/req_\w{26}/g, "REQ")
    .replaceAll(/"(?:operation_request_id|latency_ms)":[^,}]*/g, "");
}

async function rowOf(table: string, id: string): Promise<Record<string, unknown>> {
  const [row] = await scene.database.owner(`select * from ${table} where id = $1`, [id]);
  return row ?? {};
}

describe("a deleted connection", () => {
  test("is answered like one that never existed, whatever is asked", async () => {
    await scene.request(organizationId, connection);
    expect((await tool("banco_a.saldos.consultar", {}, connection)).status).toBe(200);
    await deleteConnection(owner, connection);
    expect(questions.length).toBeGreaterThan(8);
    for (const [what, question] of questions) {
      const answer = await question(connection);
      expect(answer, what).toEqual(await question(unknown));
      expect(answer.status, what).not.toBe(403);
    }
    expect(await findConnectionDetail(owner, connection)).toBeNull();
    const listed = await listConnections(owner);
    expect(listed.map(({ id }) => id)).not.toContain(connection);
    expect(await refusalOf(deleteConnection(owner, connection))).toMatchObject({
      code: "forbidden",
      details: { reason: "no such connection" },
    });
  });

  test("keeps its id, its system and its times, and nothing else", async () => {
    await deleteConnection(owner, connection);
    const row = await rowOf("connections", connection);
    expect(row).toMatchObject({ connector: "banco_a", nombre: "", rut: null, razon_social: null });
    expect(row).toMatchObject({ alcances: [], scopes: [], capacidades: {}, acceso: null });
    const kept = "select 1 from credentials where connection_id = $1";
    expect(await scene.database.owner(kept, [connection])).toEqual([]);
  });

  test("ends whatever uses it: a queued sync, a running one, its links and its schedule", async () => {
    const queued = await scene.request(organizationId, connection, { periodo: "2026-09" });
    const running = await scene.request(organizationId, connection);
    const reading = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
    scene.play({
      read: async () => {
        reading.resolve();
        await deleted.promise;
        return { rows: [], incompletos: 0, completo: true };
      },
    });
    const { logouts } = scene.visits;
    const run = scene.run(running);
    await reading.promise;
    await deleteConnection(owner, connection);
    deleted.resolve();
    await run;
    expect(scene.visits.logouts).toBe(logouts + 1);
    for (const id of [queued, running]) {
      expect(await scene.job(id)).toMatchObject({ status: "canceled" });
    }
    const read = "select 1 from coverage where connection_id = $1";
    expect(await scene.database.owner(read, [connection])).toEqual([]);
  });

  test("ends its links: nobody can hand over a credential for it any more", async () => {
    const { key: maker } = await scene.key(organizationId, ["conexiones:read", "conexiones:write"]);
    const input = { ...reconnect, conexionId: connection };
    const made = await callTool(scene.app, "conexiones.enlace.crear", input, { key: maker });
    const { enlaceId, url } = made.body.data ?? {};
    const page = async (): Promise<string> =>
      (await scene.app.request(new URL(String(url)).pathname)).text();
    const open = await page();
    await deleteConnection(owner, connection);
    expect(await rowOf("links", String(enlaceId))).toMatchObject({ state: "annulled" });
    expect(await page()).not.toBe(open);
  });

  test("is taken off its schedule, and an endpoint that only subscribes to it is disabled", async () => {
    const removed: string[] = [];
    const done = () => Promise.resolve();
    const remove = async (id: string) => void removed.push(id);
    const schedules = { ...scene.deps, schedules: { put: done, pause: done, remove } };
    await reconcileSchedules(schedules);
    expect(await rowOf("connections", connection)).toHaveProperty("schedule", expect.any(String));
    const { status, body } = await ask("POST", "/v1/webhooks", {
      ...endpoint,
      connection_id: connection,
    });
    expect([status, body]).toEqual([201, expect.any(String)]);
    const id = /whk_\w{26}/.exec(String(body))?.[0] ?? String(body);
    await deleteConnection(owner, connection);
    await reconcileSchedules(schedules);
    expect(removed).toContain(connection);
    const [row] = await scene.database.owner(
      "select disabled_reason as reason from webhook_endpoints where id = $1",
      [id],
    );
    expect(row).toEqual({ reason: "manual" });
  });

  test("leaves a credential limited to it with no connections, not with all", async () => {
    const limited = { name: "Uno", scopes: ["banco_a:read"], expiresAt: null };
    const made = await createKey(
      { ...scene.deps, ...owner, scopes: async () => limited.scopes },
      { ...limited, connections: [connection] },
    );
    const other = await scene.connect(organizationId);
    const connections = [other, connection];
    const { id: grantId } = await consent(owner, owner.actor.id, { connections });
    await deleteConnection(owner, connection);
    expect(await findKey(owner, made.id)).toMatchObject({ connections: [] });
    const grant = (await everyGrant(owner)).find(({ id }) => id === grantId);
    expect(grant).toMatchObject({ connections: [other] });
    const call = await callTool(
      scene.app,
      "banco_a.saldos.consultar",
      {},
      { ...made, connection: other },
    );
    expect(call.body.error?.code).toBe("validation_error");
  });

  test("lets its company be connected again", async () => {
    await deleteConnection(owner, connection);
    const proven = { organizationId, connector: "banco_a", connectionId: null, company };
    await scene.database.owner("update connections set rut = null where organization_id = $1", [
      organizationId,
    ]);
    const again = await withSystemTx(scene.deps, (tx) =>
      connectCompany(tx, { ...proven, nombre: null, alcances: ["saldos"] }),
    );
    expect(again).toMatchObject({ created: true });
    expect(again.connectionId).not.toBe(connection);
    const read = await tool("banco_a.saldos.consultar", {}, again.connectionId);
    expect(read.status).toBe(200);
  });
});

test("only an owner of its organization can delete it", async () => {
  const stranger = await as("owner", (await scene.organization()).id);
  for (const ctx of [await as("admin"), await as("member"), stranger]) {
    expect(await refusalOf(deleteConnection(ctx, connection))).toMatchObject({ code: "forbidden" });
  }
  expect(await findConnectionDetail(owner, connection)).not.toBeNull();
});
