import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#lib/db/client.ts";
import { createLibrary } from "#lib/identity/auth/better-auth/library.ts";
import { dropUnusedClients } from "#lib/identity/auth/drop-unused-clients.ts";
import { endAnyGrant } from "#lib/identity/index.ts";
import type { TestApi } from "#tests/support/scenes/api.ts";
import { emptyDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { consent, plantMember } from "#tests/support/scenes/grants.ts";
import { visitor } from "#tests/support/scenes/visitor.ts";
import { urlEvent } from "#tests/support/lambda/events.ts";
import { addresses } from "../edge/addresses.ts";
import { behindUrl } from "../edge/behind-url.ts";
import { createDashboard } from "./app.ts";
import { mayFetchDocument, mayIssueToken } from "./agent-limits.ts";

const hour = 3_600_000;
const day = 24 * hour;

let api: TestApi;
let dashboard: TestDashboard;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ api, dashboard, close } = await emptyDashboard());
});
afterAll(() => close());
// Every window of an hour or a minute begins here, whatever the time of day.
beforeEach(() => pass(hour - (api.clock.now().getTime() % hour)));

function pass(ms: number): void {
  api.clock.advance(ms);
}

/** How many of a number of simultaneous requests got each status. */
async function statuses(count: number, ask: (n: number) => Promise<Response> | Response) {
  const answers: Response[] = [];
  for (let n = 0; n < count; n += 20) {
    const part = Array.from({ length: Math.min(20, count - n) }, async (_, more) => ask(n + more));
    answers.push(...(await Promise.all(part)));
  }
  const counts = Map.groupBy(answers, ({ status }) => status);
  const byStatus = Object.fromEntries([...counts].map(([status, all]) => [status, all.length]));
  return { byStatus, last: answers.findLast(({ status }) => status === 429) };
}

/** The counter of a limit's newest window. */
async function counted(path: string): Promise<number> {
  const [row] = await api.database.owner(
    "select count from tallies where what = $1 order by starts_at desc limit 1",
    [`oauth.${path}`],
  );
  return Number(row?.["count"]);
}

const clients = () => api.database.owner("select client_id from auth.oauth_client");

const register = (n: number) =>
  dashboard.app.request("/auth/oauth2/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: [`http://127.0.0.1:${3000 + n}/cb`],
      token_endpoint_auth_method: "none",
    }),
  });

test("of 500 registrations from one address 20 are made, and after 7 days only those that somebody authorized are left", async () => {
  const { byStatus, last } = await statuses(500, register);
  expect(byStatus).toEqual({ 201: 20, 429: 480 });
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(60);
  const made = await clients();
  expect(made).toHaveLength(20);
  const { id } = await api.organization();
  const [inUse, ended] = made.map((client) => String(client["client_id"]));
  const allow = async (clientId = "") =>
    consent(api.contextOf(id), await plantMember(api.database, id), { clientId });
  await allow(inUse);
  await endAnyGrant(api.deps, (await allow(ended)).id, "revoked");
  const housekeeping = { ...api.deps, db: api.database.keeper };
  pass(7 * day - hour);
  await dropUnusedClients(housekeeping);
  expect(await clients()).toHaveLength(20);
  pass(2 * hour);
  await dropUnusedClients(housekeeping);
  const left = (await clients()).map((client) => client["client_id"]);
  expect(new Set(left)).toEqual(new Set([inUse, ended]));
}, 60_000);

describe("an address asks in a minute", () => {
  const form = (body: Record<string, string>) => ({
    method: "POST",
    body: new URLSearchParams(body),
  });

  test.each([
    ["120 times for a token", "token", form({ grant_type: "refresh_token" }), 120, 400],
    ["60 times to take one back", "revoke", form({ token: "x", client_id: "y" }), 60, 200],
    ["60 times for access", "authorize?client_id=nadie", {}, 60, 400],
  ])("%s", async (_, path, init, most, status) => {
    const ask = () => dashboard.app.request(`/auth/oauth2/${path}`, init);
    const { byStatus, last } = await statuses(most + 10, ask);
    expect(byStatus).toEqual({ [status]: most, 429: 10 });
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    // All the excess is one row, however much it is.
    await statuses(30, ask);
    expect(await counted(path.split("?")[0] ?? "")).toBeLessThanOrEqual(most + 10);
    pass(60_000);
    expect((await ask()).status).toBe(status);
  });
});

test("a grant gets 30 tokens a minute, a host 30 fetches of documents, and all hosts 120", async () => {
  const times = async (count: number, ask: () => Promise<boolean>) => {
    const answers: boolean[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await ask());
    return answers.filter((one) => one).length;
  };
  expect(await times(40, () => mayIssueToken(dashboard.deps, "grt_uno"))).toBe(30);
  expect(await times(1, () => mayIssueToken(dashboard.deps, "grt_dos"))).toBe(1);
  let host = 0;
  expect(await times(40, () => mayFetchDocument(dashboard.deps, "uno.example"))).toBe(30);
  expect(await times(100, () => mayFetchDocument(dashboard.deps, `${(host += 1)}.example`))).toBe(
    90,
  );
});

test("a registration may have at most 16 KB", async () => {
  const body = JSON.stringify({
    redirect_uris: ["https://a.example/cb"],
    more: "x".repeat(17_000),
  });
  const headers = { "content-type": "application/json" };
  const answer = await dashboard.app.request("/auth/oauth2/register", {
    method: "POST",
    headers,
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: "invalid_client_metadata" });
});

test("an agent is told to retry while the database cannot be reached", async () => {
  const { log } = api.deps;
  const db = await openDatabase({ url: "postgres://u:p@127.0.0.1:9/db", max: 1, log });
  const away = createDashboard({ ...dashboard.deps, db });
  for (const path of ["token", "revoke"]) {
    const body = new URLSearchParams({ grant_type: "refresh_token", token: "x" });
    const answer = await away.request(`/auth/oauth2/${path}`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: "temporarily_unavailable" },
    ]);
  }
  await db.close();
});

describe("behind an edge", () => {
  const secret = "secret-of-the-edge-0000000000000000";
  const edgeSecrets = [secret];
  const ask = (headers: Record<string, string>) => {
    const { log } = api.deps;
    const app = createDashboard({ ...dashboard.deps, addressOf: addresses(edgeSecrets) });
    const handler = behindUrl(app, { log, edgeSecrets });
    const path = "/auth/oauth2/authorize?client_id=nadie";
    return handler(
      { ...urlEvent({ path, headers }), body: null } as never,
      { awsRequestId: "one" } as never,
    );
  };

  test("only requests from the edge are accepted", async () => {
    expect(await ask({})).toMatchObject({ statusCode: 403 });
    expect(await ask({ "x-connect-edge": "guessed" })).toMatchObject({ statusCode: 403 });
    expect(await ask({ "x-connect-edge": secret })).toMatchObject({ statusCode: 400 });
  });

  test("the address that the edge sends is the one that is counted", async () => {
    const from = (address: string) =>
      ask({ "x-connect-edge": secret, "x-connect-address": address });
    const answers = [];
    for (let n = 0; n < 61; n += 1) answers.push(await from("198.51.100.7"));
    expect(answers.at(-2)).toMatchObject({ statusCode: 400 });
    expect(answers.at(-1)).toMatchObject({ statusCode: 429 });
    expect(await from("198.51.100.8")).toMatchObject({ statusCode: 400 });
  });
});

test("nobody can reach the library's other endpoints, signed in or not", async () => {
  const person = { email: "ana@boldos.test", password: "una clave bien larga", name: "Ana" };
  await dashboard.deps.auth.createPerson({ ...person, emailVerified: true });
  const browser = visitor(dashboard.app);
  const { email: correo, password: clave } = person;
  expect((await browser.submit("/login", "/login", { correo, clave })).status).toBe(303);
  const { log } = api.deps;
  const database = await openDatabase({ url: api.database.authUrl, max: 1, log });
  const library = createLibrary({
    baseUrl: "https://connect.test",
    orm: database.orm,
    secrets: ["a".repeat(44)],
    resource: "https://connect.test/mcp",
    scopes: ["banco_a:read"],
    clock: api.clock,
    log,
  });
  await library.$context;
  await database.close();
  const served = [
    "/oauth2/authorize",
    "/oauth2/token",
    "/oauth2/register",
    "/oauth2/revoke",
    "/jwks",
  ];
  const endpoints = Object.values(library.api) as {
    path?: string;
    options: { method?: unknown };
  }[];
  const paths = endpoints.flatMap(({ path = "" }) => (path === "" ? [] : [path]));
  const others = [...new Set(paths)].filter((path) => !served.includes(path));
  expect(others.length).toBeGreaterThan(30);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const path of others) {
    for (const method of ["GET", "POST"]) {
      const headers = { cookie, origin: dashboard.deps.baseUrl, "sec-fetch-site": "same-origin" };
      const answer = await dashboard.app.request(`/auth${path}`, { method, headers });
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
  }
});
