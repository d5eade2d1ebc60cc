import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { addresses } from "#functions/edge/addresses.ts";
import { listen, serverLimits, type Listening } from "#infra/server/listen.ts";
import { revokeAnyApiKey } from "#lib/identity/index.ts";
import { failuresPerMinute, recordedRefusalsPerMinute } from "#lib/limits/index.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { countedDatabase, type AskedStatement } from "#tests/support/databases/counted-database.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { readableLog } from "#tests/support/log.ts";

/* A caller without a key makes the service work, and a refused program fills the audit. */

const [older, newer] = ["older-secret-of-the-edge", "newer-secret-of-the-edge"];
const { log, lines } = readableLog();
let api: TestApi;
let app: TestApi["app"];
let owner: TestOrganization;
let asked: AskedStatement[];
beforeAll(async () => {
  const database = await testDatabase();
  const counted = countedDatabase(database.app);
  ({ asked } = counted);
  api = await testApi({ log, database: { ...database, app: counted.database } });
  app = createApi({ ...api.appDeps, addressOf: addresses([newer, older]) });
  owner = await api.organization();
});
afterAll(() => api.close());

/** Moves to the beginning of a minute, so that everything that follows is counted in it. */
function nextMinute(): void {
  const minute = Math.floor(api.clock.now().getTime() / 60_000);
  api.clock.moveTo(new Date((minute + 1) * 60_000));
}
let address = "";
let hosts = 0;
beforeEach(() => {
  nextMinute();
  address = `203.0.113.${(hosts += 1)}`;
});

const from = (edge = newer): Record<string, string> => ({
  "x-connect-edge": edge,
  "x-connect-address": address,
});
const path = "/v1/tools/core.timestamp.now/execute";

function call(key: string, headers: Record<string, string> = from(), body = '{"input":{}}') {
  const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  return app.request(path, { method: "POST", headers: all, body });
}

async function statementsOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = asked.length;
  const done = await work();
  return [done, asked.length - before];
}

async function fail(times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await call("nobody")).status);
  return statuses;
}

describe("failures of an address", () => {
  test("the 61st within a minute is refused without a statement, until the next minute", async () => {
    expect(new Set(await fail(failuresPerMinute))).toEqual(new Set([401]));
    const [refused, cost] = await statementsOf(async () => call("nobody"));
    expect([refused.status, cost]).toEqual([429, 0]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const body = (await refused.json()) as { error: { details: unknown } };
    expect(body.error.details).toMatchObject({
      bound: "failures_per_minute",
      limit: failuresPerMinute,
    });
    // A key that was not used lately is refused here too.
    expect((await call(owner.key)).status).toBe(429);
    nextMinute();
    expect((await call(owner.key)).status).toBe(200);
    expect((await call("nobody")).status).toBe(401);
  });

  test("well-formed but unknown keys count too, with one statement each", async () => {
    const { key } = await api.key(owner.id, []);
    const wrong = `${key.slice(0, -8)}${"0".repeat(8)}`;
    await fail(failuresPerMinute - 1);
    expect((await call(wrong)).status).toBe(401);
    expect((await call("nobody")).status).toBe(429);
  });

  test("a bearer that passed within the minute still works, and is still looked up", async () => {
    const { id, key } = await api.key(owner.id, ["core:read"]);
    expect((await call(key)).status).toBe(200);
    await fail(failuresPerMinute);
    expect((await call("nobody")).status).toBe(429);
    expect((await call(key)).status).toBe(200);
    await revokeAnyApiKey(api.deps, id);
    expect((await call(key)).status).toBe(401);
    expect((await call(key)).status).toBe(429);
  });

  test("another address is another caller, and IPv6 counts by its whole /64", async () => {
    await fail(failuresPerMinute);
    address = "198.51.100.7";
    expect((await call("nobody")).status).toBe(401);
    for (let host = 0; host < failuresPerMinute; host++) {
      address = `2001:db8:1:2::${host.toString(16)}`;
      expect((await call("nobody")).status).toBe(401);
    }
    address = "2001:db8:1:2:ffff::1";
    expect((await call("nobody")).status).toBe(429);
    address = "2001:db8:1:3::1";
    expect((await call("nobody")).status).toBe(401);
  });

  test("a caller cannot choose an address: only the edge sets it, with either of its secrets", async () => {
    await fail(failuresPerMinute);
    const statuses = await Promise.all(
      [newer, older, "guessed"].map(async (edge) => (await call("nobody", from(edge))).status),
    );
    expect(statuses).toEqual([429, 429, 401]);
  });

  test("guessed links count like guessed keys, and then cost nothing more", async () => {
    const open = (token: string) => app.request(`/connect/${token}`, { headers: from() });
    for (let guess = 0; guess < failuresPerMinute; guess++) {
      expect((await open(`guess-${guess}`)).status).toBe(404);
    }
    const [refused, cost] = await statementsOf(async () => open("once-more"));
    expect([refused.status, cost]).toEqual([429, 0]);
    expect(await refused.text()).toContain("Espera un minuto");
    expect((await call("nobody")).status).toBe(429);
  });

  test("guessed links of exports count too, and are refused with the rest", async () => {
    const open = () => app.request("/v1/exports/guess", { headers: from() });
    for (let guess = 0; guess < failuresPerMinute; guess++) {
      expect((await open()).status).toBe(401);
    }
    expect([(await open()).status, (await call("nobody")).status]).toEqual([429, 429]);
  });

  test("refused keys are logged once a minute by their last characters", async () => {
    const { id, key } = await api.key(owner.id, []);
    await revokeAnyApiKey(api.deps, id);
    await call(key);
    await call(key);
    await fail(1);
    nextMinute();
    await call(owner.key);
    const told = lines.filter((line) => line.includes("bearers.refused")).at(-1) ?? "";
    expect(JSON.parse(told)).toMatchObject({ by_hint: { [key.slice(-4)]: 2, "no key": 1 } });
    expect(told).not.toContain(key);
  });
});

/** A body that is sent only when it is read. */
function bodyToRead(read: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: (controller) => {
        read();
        controller.enqueue(randomBytes(1024));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

test.each([
  ["/mcp", "application/json", 401],
  ["/v1/tools/core.timestamp.now/execute", "application/json", 401],
  ["/connect/nobody", "application/x-www-form-urlencoded", 404],
])("%s refuses a stranger before the body is read", async (where, type, status) => {
  let reads = 0;
  const request = new Request(`http://connect.test${where}`, {
    method: "POST",
    headers: { "content-type": type, ...from() },
    body: bodyToRead(() => (reads += 1)),
    duplex: "half",
  });
  const answer = await app.fetch(request);
  expect([answer.status, reads]).toEqual([status, 0]);
});

test("a person who leaves in the middle of a form is not our failure", async () => {
  const before = lines.length;
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("socket hang up")),
  });
  const made = await app.request("/v1/tools/conexiones.enlace.crear/execute", {
    method: "POST",
    headers: { authorization: `Bearer ${owner.key}`, "content-type": "application/json" },
    body: JSON.stringify({ input: { sistema: "banco_a", modo: "crear" } }),
  });
  const { data } = (await made.json()) as { data: { url: string } };
  const request = new Request(data.url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...from() },
    body: broken,
    duplex: "half",
  });
  expect((await app.fetch(request)).status).toBe(400);
  expect(lines.slice(before).filter((line) => line.includes("internal_error"))).toEqual([]);
});

test("a key's refusals beyond 60 a minute are one row with their number, and the source is recorded", async () => {
  const { id, key } = await api.key(owner.id, []);
  const more = 15;
  const statuses = new Set<unknown>();
  for (let time = 0; time < recordedRefusalsPerMinute + more; time++) {
    const { meta } = (await (await call(key)).json()) as { meta: { audit_status: string } };
    if (time >= recordedRefusalsPerMinute - 1) statuses.add(meta.audit_status);
  }
  expect([...statuses]).toEqual(["recorded", "not_recorded"]);
  nextMinute();
  await call(owner.key);
  const rows = await api.database.owner(
    `select outcome, source_network, count(*)::int as rows, sum(calls)::int as calls,
       count(distinct source_hash)::int as sources
     from audit where actor_id = $1 group by 1, 2 order by 1`,
    [id],
  );
  const network = { source_network: "203.0.113.0/24", sources: 1 };
  expect(rows).toEqual([
    { outcome: "refused", source_network: null, sources: 0, rows: 1, calls: more },
    { outcome: "scope_not_granted", ...network, rows: recordedRefusalsPerMinute, calls: null },
  ]);
  const [row] = await api.database.owner("select source_hash from audit where actor_id = $1", [id]);
  expect(JSON.stringify(row)).not.toContain(address);
});

describe("a plain server", () => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await listen(app.fetch, 0);
  });
  afterAll(() => listening.close());

  test("counts the socket's address, whatever a header says", async () => {
    const ask = (claimed: string) =>
      fetch(`http://127.0.0.1:${listening.port}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-connect-address": claimed },
        body: '{"input":{}}',
      });
    for (let time = 0; time < failuresPerMinute; time++) {
      expect((await ask(`192.0.2.${time}`)).status).toBe(401);
    }
    expect((await ask("192.0.2.99")).status).toBe(429);
  });

  test("cuts off a request that arrives a byte at a time", async () => {
    expect(serverLimits).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 });
    const some = { headersTimeout: 300, requestTimeout: 500, connectionsCheckingInterval: 50 };
    const hasty = { ...serverLimits, ...some };
    const server = await listen(app.fetch, 0, "127.0.0.1", hasty);
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    const drip = setInterval(() => socket.write("a"), 50);
    // A client that is cut off while writing may see an error first.
    socket.on("error", () => undefined).resume();
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`POST ${path} HTTP/1.1\r\nhost: connect.test\r\nx: `);
    await closed;
    clearInterval(drip);
    await server.close();
  });
});
