import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { createApi } from "#functions/api/app.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { dropExpiredResponses } from "#lib/idempotency/index.ts";
import { callTool, testApi, type CallOptions, type TestApi } from "#tests/support/scenes/api.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

const echo = "echo.mensaje.repetir";
const emit = "prueba.documento.emitir";
const probe = probeConnector();

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector] });
});
afterAll(() => api.close());

function appAt(instant: string) {
  return createApi({ ...api.appDeps, clock: { now: () => new Date(instant) } });
}

async function caller() {
  const organization = await api.organization();
  const connection = await api.connection(organization.id, "prueba");
  const idempotencyKey = randomUUID();
  const call = (toolId: string, input: unknown, options: CallOptions = {}, app = api.app) =>
    callTool(app, toolId, input, {
      key: organization.key,
      connection,
      idempotencyKey,
      ...options,
    });
  return { organization, connection, idempotencyKey, call };
}

describe("50 calls of one key at once", () => {
  test("run once; each gets the one answer or is told to wait; later all get it again", async () => {
    const { call } = await caller();
    const before = probe.effects();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(emit, { texto: "uno" })),
    );
    expect(probe.effects()).toBe(before + 1);

    const kinds = answers.map(({ body }) => body.error?.code ?? body.meta["idempotency"]);
    expect(kinds.filter((kind) => kind === "stored")).toHaveLength(1);
    expect(
      new Set(kinds).difference(new Set(["stored", "replayed", "idempotency_in_progress"])).size,
    ).toBe(0);
    const first = answers.find(({ body }) => body.meta["idempotency"] === "stored");
    for (const { body } of answers) {
      if (body.error === undefined) expect(body.data).toEqual(first?.body.data);
    }

    const later = await Promise.all(Array.from({ length: 50 }, () => call(emit, { texto: "uno" })));
    for (const { status, body } of later) {
      expect(status).toBe(200);
      expect(body.data).toEqual(first?.body.data);
      expect(body.meta).toMatchObject({
        idempotency: "replayed",
        operation_request_id: first?.body.meta["operation_request_id"],
      });
    }
    expect(new Set(later.map(({ body }) => body.meta["request_id"])).size).toBe(50);
    expect(probe.effects()).toBe(before + 1);
  });

  test("are all told to wait while the first one is running", async () => {
    const { call } = await caller();
    const gate = Promise.withResolvers<void>();
    probe.holdUntil(gate.promise);
    const claimed = "select state from idempotency_keys where state = 'running'";
    const first = call(emit, { texto: "uno" });
    await expect.poll(() => api.database.owner(claimed)).toHaveLength(1);
    const others = await Promise.all(
      Array.from({ length: 49 }, () => call(emit, { texto: "uno" })),
    );
    for (const answer of others) expectRefusal(answer, "idempotency_in_progress");
    gate.resolve();
    expect((await first).body.meta["idempotency"]).toBe("stored");
  });
});

describe("a key that was used", () => {
  test("is a conflict with another input, tool or connection, or without one", async () => {
    const { organization, call } = await caller();
    expect((await call(emit, { texto: "uno" })).status).toBe(200);
    const before = probe.effects();
    const other = await api.connection(organization.id, "prueba");
    expectRefusal(await call(emit, { texto: "dos" }), "idempotency_conflict");
    expectRefusal(
      await call(emit, { texto: "uno" }, { connection: other }),
      "idempotency_conflict",
    );
    expectRefusal(await call(echo, { mensaje: "uno" }), "idempotency_conflict");
    expect(probe.effects()).toBe(before);
    expect((await call(emit, { texto: "uno" })).body.meta["idempotency"]).toBe("replayed");
  });

  test("is a conflict while the first call is still running", async () => {
    const { call } = await caller();
    const gate = Promise.withResolvers<void>();
    probe.holdUntil(gate.promise);
    const first = call(emit, { texto: "uno" });
    await expect
      .poll(() => api.database.owner("select 1 from idempotency_keys where state = 'running'"))
      .toHaveLength(1);
    expectRefusal(await call(emit, { texto: "dos" }), "idempotency_conflict");
    gate.resolve();
    expect((await first).status).toBe(200);
  });

  test("is the same call with its fields in another order or its defaults written out", async () => {
    const { call } = await caller();
    const now = "core.timestamp.now";
    const stored = await call(now, {});
    const again = await call(now, { timezone: "America/Santiago" });
    expect(stored.body.meta["idempotency"]).toBe("stored");
    expect(again.body.meta["idempotency"]).toBe("replayed");
    expect(again.body.data).toEqual(stored.body.data);
  });

  test("answers another key of the same organization too", async () => {
    const { organization, call } = await caller();
    const stored = await call(emit, { texto: "uno" });
    const { key } = await api.key(organization.id, ["prueba:read", "prueba:write"]);
    expect((await call(emit, { texto: "uno" }, { key })).body.data).toEqual(stored.body.data);
  });

  test("is new to another organization", async () => {
    const one = await caller();
    const two = await caller();
    const { idempotencyKey } = one;
    const first = await one.call(emit, { texto: "uno" });
    const second = await two.call(emit, { texto: "uno" }, { idempotencyKey });
    expect(second.body.meta["idempotency"]).toBe("stored");
    expect(second.body.data).not.toEqual(first.body.data);
  });
});

test("a failure before anything happened releases the key", async () => {
  const { connection, call } = await caller();
  await updateConnection(api.deps, connection, { credencial: "rechazada" });
  const verify = "prueba.conexion.verificar";
  expectRefusal(await call(verify, {}), "connection_credential_required");
  await updateConnection(api.deps, connection, { credencial: "viva" });
  expect((await call(verify, {})).body.meta["idempotency"]).toBe("stored");
  expect((await call(verify, {})).body.meta["idempotency"]).toBe("replayed");
});

test("no column has a stored answer unencrypted", async () => {
  const { organization, call } = await caller();
  const mark = "MARCA-6f1c2d3e";
  const answer = await call(echo, { mensaje: `${mark} y más` });
  expect(answer.body.meta["idempotency"]).toBe("stored");

  const tables = await api.database.owner(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(tables.length).toBeGreaterThanOrEqual(11);
  const holding = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { name } of tables) {
      // A row as text shows bytes in hexadecimal.
      const rows = await api.database.owner(
        `select 1 from "${String(name)}" t where strpos(t::text, $1) > 0
         or strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0 limit 1`,
        [text],
      );
      if (rows.length > 0) found.push(String(name));
    }
    return found;
  };
  expect(await holding(mark)).toEqual([]);
  expect(await holding(organization.keyId)).toContain("api_keys");
  expect((await call(echo, { mensaje: `${mark} y más` })).body.data).toEqual(answer.body.data);
});

test("an answer is dropped after 30 days, and its key never counts as new again", async () => {
  const { idempotencyKey, call } = await caller();
  const kept = async () => {
    const [row] = await api.database.owner(
      "select state, response is not null as answered from idempotency_keys where key = $1",
      [idempotencyKey],
    );
    return row;
  };
  const dropAt = (instant: string) =>
    dropExpiredResponses({ ...api.deps, clock: { now: () => new Date(instant) } });

  await call(emit, { texto: "uno" }, {}, appAt("2027-01-01T00:00:00.000Z"));
  const before = probe.effects();
  await dropAt("2027-01-30T23:59:59.999Z");
  expect(await kept()).toEqual({ state: "finished", answered: true });
  const lastDay = appAt("2027-01-30T23:59:59.999Z");
  expect((await call(emit, { texto: "uno" }, {}, lastDay)).body.meta["idempotency"]).toBe(
    "replayed",
  );

  await dropAt("2027-01-31T00:00:00.000Z");
  expect(await kept()).toEqual({ state: "finished", answered: false });
  const later = appAt("2028-06-01T00:00:00.000Z");
  const answer = await call(emit, { texto: "uno" }, {}, later);
  expectRefusal(answer, "idempotency_conflict");
  expectRefusal(await call(emit, { texto: "dos" }, {}, later), "idempotency_conflict");
  expect(probe.effects()).toBe(before);
});
