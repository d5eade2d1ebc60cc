import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import {
  callTool,
  testApi,
  type Answered,
  type CallOptions,
  type TestApi,
} from "#tests/support/scenes/api.ts";
import { ownCluster, type OwnCluster } from "#tests/support/databases/own-cluster.ts";
import { asOwner } from "#tests/support/databases/as-owner.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

const echo = "echo.mensaje.repetir";
const emit = "prueba.documento.emitir";
const probe = probeConnector();

let cluster: OwnCluster;
let api: TestApi;
let key: string;
let connection: string;

beforeAll(async () => {
  cluster = await ownCluster();
  api = await testApi({ connectors: [...connectors, probe.connector], database: cluster.database });
  const organization = await api.organization();
  key = organization.key;
  connection = await api.connection(organization.id, "prueba");
});
afterAll(() => api.close());
beforeEach(async () => expect((await greet()).status).toBe(200));

const greet = (): Promise<Answered> => callTool(api.app, echo, { mensaje: "hola" }, { key });
const emitWith = (options: CallOptions) =>
  callTool(api.app, emit, { texto: "uno" }, { key, connection, ...options });

describe("while the database is unreachable", () => {
  test("a call is service_unavailable, and the next one works when it is back", async () => {
    await cluster.server.stop();
    const answers = [
      await greet(),
      await greet(),
      await emitWith({ idempotencyKey: randomUUID() }),
    ];
    await cluster.server.restart();
    for (const answer of answers) {
      expectRefusal(answer, "service_unavailable");
      expect(answer.headers.get("retry-after")).toBe("5");
    }
    expect((await greet()).body.data).toEqual({ mensaje: "hola" });
  });

  test("nothing irreversible happens", async () => {
    const before = probe.effects();
    await cluster.server.stop();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => emitWith({ idempotencyKey: randomUUID() })),
    );
    await cluster.server.restart();
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(503));
    expect(probe.effects()).toBe(before);
  });

  test("a malformed key is still unauthorized", async () => {
    await cluster.server.stop();
    const answer = await callTool(api.app, echo, {}, { key: "connect_sk_mistyped" });
    await cluster.server.restart();
    expectRefusal(answer, "unauthorized");
  });
});

async function set(name: string, value: string): Promise<void> {
  const { url } = cluster.server;
  await asOwner(url, `alter system set ${name} = ${value}`);
  await asOwner(url, "select pg_reload_conf()");
  await expect.poll(() => asOwner(url, `show ${name}`)).toEqual([{ [name]: value }]);
}

test("while the database takes no writes, calls are service_unavailable and nothing irreversible happens", async () => {
  // As after a failover to its copy, or when its manager finds the disk full.
  const readOnly = (on: boolean) => set("default_transaction_read_only", on ? "on" : "off");
  const before = probe.effects();
  await readOnly(true);
  const answers: Answered[] = [];
  try {
    await expect.poll(async () => answers[answers.push(await greet()) - 1]?.status).not.toBe(200);
    answers.push(await emitWith({ idempotencyKey: randomUUID() }));
    const ready = await api.app.request("/health/ready");
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("database")]);
  } finally {
    await readOnly(false);
  }
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, "service_unavailable");
    expect(answer.headers.get("retry-after")).toBe("5");
  }
  expect(probe.effects()).toBe(before);
  await expect.poll(async () => (await greet()).status).toBe(200);
});

test("while its password is being changed, calls are service_unavailable", async () => {
  const { url } = cluster.server;
  const { password } = new URL(api.settings.DATABASE_URL);
  const change = async (to: string): Promise<void> => {
    await asOwner(url, `alter role connect_app password '${decodeURIComponent(to)}'`);
    await asOwner(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'connect_app'",
    );
  };
  await change("another-of-24-characters");
  const answers = [await greet(), await emitWith({ idempotencyKey: randomUUID() })];
  await change(password);
  for (const answer of answers) expectRefusal(answer, "service_unavailable");
  await expect.poll(async () => (await greet()).status).toBe(200);
});

test("nobody notices a database that restarted between two calls", async () => {
  for (let n = 0; n < 3; n++) {
    await Promise.all(Array.from({ length: 10 }, greet));
    await cluster.server.restart();
    expect((await greet()).status).toBe(200);
  }
});

test("while it restarts under load, every answer is the data or service_unavailable, and every answer is recorded", async () => {
  const answers: Answered[] = [];
  const end = new AbortController();
  const callers = Array.from({ length: 8 }, async () => {
    while (!end.signal.aborted) answers.push(await greet());
  });
  // Some calls before, some during, some after: the counts are those of finished calls.
  await expect.poll(() => answers.length).toBeGreaterThan(20);
  await cluster.server.restart();
  const restartedAt = answers.length;
  await expect.poll(() => answers.length).toBeGreaterThan(restartedAt + 20);
  end.abort();
  await Promise.all(callers);

  for (const answer of answers) {
    if (answer.status !== 200 && answer.body.error?.code !== "rate_limited") {
      expectRefusal(answer, "service_unavailable");
    }
  }
  const answered = answers.filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThan(20);
  const [recorded] = await api.database.owner(
    "select count(*)::int as calls from audit where outcome = 'ok' and request_id = any($1)",
    [answered.map(({ body }) => body.meta["request_id"])],
  );
  expect(recorded).toEqual({ calls: answered.length });
  expect(answers.at(-1)?.status).not.toBe(503);
});

test("a call whose database disappears while its tool runs is service_unavailable, and its key stays taken", async () => {
  const gate = Promise.withResolvers<void>();
  probe.holdUntil(gate.promise);
  const idempotencyKey = randomUUID();
  const running = emitWith({ idempotencyKey });
  await expect
    .poll(() =>
      api.database.owner("select 1 from idempotency_keys where key = $1", [idempotencyKey]),
    )
    .toHaveLength(1);
  await cluster.server.stop();
  gate.resolve();
  const answer = await running;
  await cluster.server.restart();
  expectRefusal(answer, "service_unavailable");
  expectRefusal(await emitWith({ idempotencyKey }), "idempotency_in_progress");
});

test("a database that crashed loses a minute's counts and nothing else", async () => {
  const idempotencyKey = randomUUID();
  const stored = await emitWith({ idempotencyKey });
  expect(stored.body.meta["idempotency"]).toBe("stored");
  await cluster.crash();
  await cluster.server.restart();
  const again = await emitWith({ idempotencyKey });
  expect(again.body.meta).toMatchObject({
    idempotency: "replayed",
    operation_request_id: stored.body.meta["operation_request_id"],
  });
  const rows = await api.database.owner(
    "select outcome from audit where outcome <> 'started' and request_id = $1",
    [stored.body.meta["request_id"]],
  );
  expect(rows).toEqual([{ outcome: "ok" }]);
});

test("a database that can write nothing more to its disk is not ready", async () => {
  const ready = async () => (await api.app.request("/health/ready")).status;
  // An answer is shared for a second.
  const soon = { timeout: 5_000 };
  await expect.poll(ready, soon).toBe(200);
  // Refused by the same call of the server as on a full disk.
  await set("temp_file_limit", "0");
  try {
    await expect.poll(ready, soon).toBe(503);
  } finally {
    await set("temp_file_limit", "-1");
  }
  await expect.poll(ready, soon).toBe(200);
});
