import { afterAll, beforeAll, expect, test } from "vitest";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { deleteOrganization, eraseDeleted } from "#lib/erasure/index.ts";
import { callTool, testApi, type CallOptions, type TestApi } from "#tests/support/scenes/api.ts";

/* A customer is deleted while its agents go on calling. */

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const minuteMs = 60_000;
const month = { periodo: "2026-10" };

/** Calls that read, write, start visits and make links. */
async function callsOf(organizationId: string): Promise<(() => Promise<number>)[]> {
  const { manifests } = api.deps.catalogue;
  const { key } = await api.key(organizationId, [
    ...manifests.flatMap(({ id }) => [`${id}:read`, `${id}:write`]),
    "webhooks:read",
    "webhooks:write",
  ]);
  const connect = async (connector: string): Promise<string> => {
    const connectionId = await api.connection(organizationId, connector);
    const given = { organizationId, connectionId, connector };
    const ctx = { ...api.deps, ...api.contextOf(organizationId) };
    const fields = { rut: "12345678-5", clave: connector };
    await withTx(ctx, (tx) => storeCredential({ ...ctx, ...tx }, { ...given, fields }));
    return connectionId;
  };
  const [bank, tax] = [await connect("banco_a"), await connect("tributario")];
  const tool =
    (id: string, input: object, options: CallOptions = {}) =>
    async () =>
      (await callTool(api.app, id, input, { key, ...options })).status;
  const endpoint = async (): Promise<number> => {
    const response = await api.app.request("/v1/webhooks", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `https://hooks.example.com/${crypto.randomUUID()}` }),
    });
    return response.status;
  };
  const issuer = { actividad: "123456", direccion: "Los Aromos 1", ciudad: "Chillán" };
  return [
    endpoint,
    tool("banco_a.saldos.consultar", {}, { connection: bank }),
    tool("banco_a.movimientos.consultar", month, { connection: bank }),
    tool("banco_a.conexion.sincronizar", month, { connection: bank }),
    tool("tributario.conexion.sincronizar", month, { connection: tax }),
    tool("tributario.emisor.configurar", issuer, { connection: tax }),
    tool("conexiones.enlace.crear", { sistema: "banco_b", modo: "crear" }),
    tool("conexiones.enlaces.listar", {}),
  ];
}

test("every call that begins after the deletion is refused, none fails, and nothing that they made stays", async () => {
  const { id } = await api.organization();
  const calls = await callsOf(id);
  const statuses = { before: new Set<number>(), after: new Set<number>() };
  let now: keyof typeof statuses = "before";
  let ended = 0;
  const over = new AbortController();
  const goOn = async (call: () => Promise<number>): Promise<void> => {
    while (!over.signal.aborted) {
      const began = now;
      statuses[began].add(await call());
      ended += 1;
    }
  };
  const going = Promise.all([...calls, ...calls].map(goOn));
  const more = async (): Promise<void> => {
    const from = ended;
    await expect.poll(() => ended - from).toBeGreaterThan(100);
  };
  await more();
  const ctx = { ...api.deps, ...api.contextOf(id) };
  expect(await deleteOrganization(ctx, { inDays: 0 })).toEqual({ kind: "deleted" });
  now = "after";
  const started = "select distinct connection_id from sync_jobs where organization_id = $1";
  expect(await api.database.owner(started, [id])).toHaveLength(2);
  const erase = () => eraseDeleted({ ...api.deps, db: api.database.keeper });
  await erase();
  await more();
  over.abort();
  await going;
  expect([...statuses.after]).toEqual([401]);
  expect([...statuses.before].filter((status) => status >= 500)).toEqual([]);

  for (let run = 0; run < 2; run += 1) {
    api.clock.advance(16 * minuteMs);
    await erase();
  }
  const tables = await api.database.owner(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id'`,
  );
  const left = new Set<unknown>();
  for (const { name } of tables) {
    const owned = `select from ${String(name)} where organization_id = $1 limit 1`;
    if ((await api.database.owner(owned, [id])).length > 0) left.add(name);
  }
  // Tombstones of the connections, and the record of what was called.
  expect(left).toEqual(new Set(["connections", "audit", "audit_default"]));
});
