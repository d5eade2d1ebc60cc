import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { readSettings } from "#infra/server/settings.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { periodoOf, previousPeriodo } from "#lib/chile/index.ts";
import { roleUrl } from "#lib/db/rights.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { startProgram } from "#tests/support/processes/bundled-child.ts";
import { publicReceiver, type PublicReceiver } from "#tests/support/lambda/receiver.ts";
import { addressesBy, ownCluster, type OwnCluster } from "#tests/support/databases/own-cluster.ts";
import { testQueue } from "#tests/support/servers/test-queue.ts";
import {
  agentAt,
  bundledServe,
  fromSources,
  serveEnv,
  startServe,
  storedConnection,
  type Program,
  type Served,
} from "#tests/support/processes/start-serve.ts";
import { refusesItsSandbox, standInBrowser } from "#tests/support/browsers/stand-in-browser.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

let cluster: OwnCluster;
let api: TestApi;
let sandbox: TestSandbox;
let receiver: PublicReceiver;
let env: Record<string, string>;
let organizationId: string;
let apiKey: string;
let connection: string;
let bundled: Program;
const started: Served[] = [];

/** A script of `infra/deploy`. */
async function deploy(script: string, args: string[], given: Record<string, string>) {
  const child = await startProgram(`infra/deploy/${script}.ts`, args, given);
  const { code } = await child.ended;
  expect(code, child.output().stderr).toBe(0);
  return child.output().stdout;
}

beforeAll(async () => {
  bundled = await bundledServe();
  cluster = await ownCluster(async ({ url, passwords }) => {
    await deploy("migrate", [], {
      DATABASE_OWNER_URL: url,
      ...addressesBy((role) => roleUrl(url, role, passwords[role])),
    });
  });
  api = await testApi({ database: cluster.database });
  sandbox = await startTestSandbox(standaloneService());
  receiver = await publicReceiver();
  const { SERVICE_SECRET } = api.settings;
  const emissions = await testQueue();
  env = {
    ...serveEnv({ api, cluster, receiver, emissions }),
    BROWSER_SANDBOX: "off",
    INDICATORS_BASE_URL: `${sandbox.url}/providers/indicadores`,
    PORTAL_URLS: JSON.stringify({ banco_a: `${sandbox.url}/portals/banco_a` }),
  };
  const scopes = "banco_a:read,core:read,webhooks:read,webhooks:write";
  const made = await deploy(
    "admin",
    ["organization", "create", "--name=Primera SpA", "--plan=pro", `--scopes=${scopes}`],
    { ...cluster.env, SERVICE_SECRET, OPERATOR: "ana" },
  );
  const { organization, ...shown } = JSON.parse(made) as { organization: string; apiKey: string };
  [organizationId, apiKey] = [organization, shown.apiKey];
  connection = await storedConnection(api, organizationId);
}, 120_000);

afterEach(async () => {
  for (const server of started.splice(0)) {
    server.process.kill("SIGKILL");
    await server.ended;
  }
});
afterAll(async () => {
  await receiver?.close();
  await sandbox?.close();
  await api?.close();
});

function serve(extra: Record<string, string> = {}, args: string[] = [], program = bundled): Served {
  const server = startServe(program, { ...env, ...extra }, args);
  started.push(server);
  return server;
}

/** With its own sync queue, because a message may be on its way to a server stopped earlier. */
async function serveAlone(): Promise<Served> {
  const { url } = await testQueue();
  return serve({ SYNC_QUEUE_URL: url });
}

const agentOf = (server: Served) => agentAt(server, { apiKey, connection });

const portalLog = async () =>
  (await sandbox.control<{ logins: number; logouts: number }>("GET", "/portals/banco_a/log")).body;

/** Over nothing but a plain Postgres. */
const inDatabase = { SYNC_QUEUE_URL: "", EMISSION_QUEUE_URL: "" };

test("over Postgres alone a server answers, and its own worker does the requested sync in Chromium", async () => {
  const server = serve({ ...inDatabase, METRICS_PORT: "0" }, [], fromSources);
  const { ask, call, job } = await agentOf(server);
  const ready = await ask("GET", "/health/ready");
  expect(ready.body).toEqual({
    status: "ok",
    checks: { database: "ok", queue: "ok", emission_queue: "ok", browser: "ok" },
  });
  expect((await call("core.timestamp.now", {})).status).toBe(200);
  const hook = await ask("POST", "/v1/webhooks", { url: `${receiver.url}/in/mine` });
  expect(hook.status, JSON.stringify(hook.body)).toBe(201);

  const periodo = periodoOf(api.clock.now());
  const asked = await call("banco_a.conexion.sincronizar", { periodo });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const ended = await pollUntil(
    () => job(String(asked.body.data?.["jobId"])),
    ({ status }) => status !== "queued" && status !== "running",
    90,
  );
  expect(ended, server.output().stdout).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(await portalLog()).toMatchObject({ logins: 1, logouts: 1 });
  const query = `resource=movimientos&periodo=${periodo}&rut=${mainLogin.empresa}`;
  const truth = await sandbox.control<{ rows: unknown[] }>(
    "GET",
    `/portals/banco_a/truth?${query}`,
  );
  const read = await call("banco_a.movimientos.consultar", { periodo, limit: 200 });
  expect(truth.body.rows.length).toBeGreaterThan(0);
  expect(read.body.data?.["movimientos"]).toHaveLength(Math.min(200, truth.body.rows.length));

  // Housekeeping has registered the connection automatically.
  const next = () =>
    api.database.owner("select schedule from connections where id = $1", [connection]);
  await pollUntil(next, ([row]) => row?.["schedule"] !== null, 30);

  // It has checked itself, through its own queues and with its own browsers.
  const smoke = () => api.database.owner("select results from smokes");
  const alive = { code: "ok", step: "write" };
  await pollUntil(smoke, ([row]) => Object.keys(row?.["results"] ?? {}).length >= 3, 60);
  const [looked] = await smoke();
  expect(looked?.["results"]).toMatchObject({ sync: alive, emission: alive, housekeeping: alive });

  const [, port] = /Metrics are at 127\.0\.0\.1:(\d+)\/metrics/.exec(server.output().stdout) ?? [];
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(
    /^connect_syncs_total\{connector="banco_a",code="ok",owner="none"\} \d+$/m,
  );
  expect(metrics).toMatch(/^connect_task_succeeded_seconds\{task="housekeeping"\} \d/m);
  expect(metrics).toMatch(/^connect_dead_letters\{queue="emissions"\} 0$/m);
  expect(metrics).toMatch(/^connect_oldest_waiting_seconds\{queue="syncs"\} \d/m);
  expect((await ask("GET", "/metrics")).status).toBe(404);
}, 180_000);

test("at SIGTERM running work is finished, the portal is logged out of, and nothing is left", async () => {
  await sandbox.control("POST", "/reset");
  const server = await serveAlone();
  const { url, call, job } = await agentOf(server);
  const periodo = previousPeriodo(periodoOf(api.clock.now()));
  const asked = await call("banco_a.conexion.sincronizar", { periodo });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const id = String(asked.body.data?.["jobId"]);
  await pollUntil(
    () => job(id),
    ({ status }) => status !== "queued",
    90,
  );
  server.process.kill("SIGTERM");
  expect(await server.ended, server.output().stderr).toEqual({ code: 0, signal: null });
  const [row] = await api.database.owner("select status, attempts from sync_jobs where id = $1", [
    id,
  ]);
  expect(row).toEqual({ status: "succeeded", attempts: 1 });
  expect(await portalLog()).toMatchObject({ logins: 1, logouts: 1 });
  expect(await server.living()).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
}, 180_000);

test("a starting server sends due deliveries, and fires the schedules", async () => {
  const count = async () => receiver.delivered.filter(({ path }) => path === "/in/mine").length;
  const due = new Date(api.clock.now().getTime() - 60_000);
  await api.database.owner("update connections set proxima_sincronizacion_en = $2 where id = $1", [
    connection,
    due,
  ]);
  const server = serve(inDatabase);
  const { ask } = await agentOf(server);
  await pollUntil(count, (delivered) => delivered >= 2, 60);
  const scheduled = async () => {
    const { body } = await ask("GET", "/v1/syncs");
    const syncs = body.data as unknown as { trigger: string; status: string }[];
    return syncs.filter(({ trigger }) => trigger === "scheduled");
  };
  const ended = await pollUntil(
    scheduled,
    (jobs) => jobs.length > 0 && jobs.every(({ status }) => status === "succeeded"),
    120,
  );
  expect(ended.length).toBeGreaterThan(0);
  server.process.kill("SIGTERM");
  expect(await server.ended, server.output().stderr).toEqual({ code: 0, signal: null });
  expect(await server.living()).toEqual([]);
}, 240_000);

const away = "127.0.0.1:1";
test.each<[string, Record<string, string>, RegExp]>([
  [
    "settings that are missing",
    { BASE_URL: "", DATABASE_URL: "" },
    /^The configuration is not usable:\n {2}BASE_URL: is not set\n {2}DATABASE_URL: is not set: write postgres:\/\/connect_app:\S+\n/,
  ],
  ["no key", { MASTER_KEY: "" }, /set one of KMS_KEY_ID, MASTER_KEY, MASTER_KEY_FILE/],
  ["two keys", { KMS_KEY_ID: "alias/x" }, /set one of KMS_KEY_ID, MASTER_KEY, MASTER_KEY_FILE/],
  ["a key that is short", { MASTER_KEY: "c2hvcnQ=" }, /MASTER_KEY: not 32 bytes in base64/],
  [
    "a key file that there is not",
    { MASTER_KEY: "", MASTER_KEY_FILE: "/nowhere/master.key" },
    /MASTER_KEY_FILE: \/nowhere\/master\.key cannot be read \(ENOENT\)/,
  ],
  ["an address of another machine", { HOST: "203.0.113.9" }, /^HOST, PORT: listen EADDR[^\n]*\n$/],
  ["a name of no machine", { HOST: "nobody.invalid" }, /^HOST: getaddrinfo [^\n]*\n$/],
  ["a browser of no system", { BROWSER_BANCO_9: "headed:/x" }, /BROWSER_BANCO_9: there is no/],
  [
    "an unreachable database",
    { DATABASE_URL: `postgres://connect_app:sekret@${away}/connect` },
    /^What DATABASE_URL names cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/,
  ],
  [
    "one queue without the other",
    { SYNC_QUEUE_URL: "" },
    /^The configuration is not usable:\n {2}SYNC_QUEUE_URL: is not set\n/,
  ],
  [
    "an unreachable queue",
    { SYNC_QUEUE_URL: `http://${away}/000000000000/x`, AWS_ENDPOINT_URL_SQS: `http://${away}` },
    /^What SYNC_QUEUE_URL names cannot be used: [^\n]*\n$/,
  ],
])(
  "%s are one plain line each, and nothing starts",
  async (_, wrong, line) => {
    const server = serve(wrong);
    expect(await server.ended).toEqual({ code: 1, signal: null });
    const { stdout, stderr } = server.output();
    expect(stdout).not.toContain("listens");
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain("sekret");
  },
  60_000,
);

test("a missing browser is one plain line, not ready, and everything else works", async () => {
  const server = serve({ CHROMIUM_PATH: "/nowhere/chrome" });
  const { ask, call } = await agentOf(server);
  const line = /^CHROMIUM_PATH: \/nowhere\/chrome is not an executable file\. Until [^\n]*\n$/;
  expect(server.output().stderr).toMatch(line);
  const ready = await ask("GET", "/health/ready");
  expect([ready.status, ready.body.error?.details]).toEqual([503, { failed: ["browser"] }]);
  expect((await call("core.timestamp.now", {})).status).toBe(200);
}, 60_000);

test("portals are not shown in a browser that this machine cannot isolate", async () => {
  const chrome = await standInBrowser(refusesItsSandbox);
  const server = serve({ CHROMIUM_PATH: chrome, BROWSER_SANDBOX: "on" });
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.output().stderr).toMatch(
    /^CHROMIUM_PATH: The browser runs without its sandbox.*\.\nAllow user namespaces, .*\n$/,
  );
}, 60_000);

test.each(["PORT", "METRICS_PORT"])(
  "a port in use is one plain line, which names %s",
  async (name) => {
    const { port } = new URL(api.queue.endpoint);
    const server = serve({ [name]: port });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(server.output().stderr).toBe(
      `Port ${port} is taken by another process. End it, or set ${name} to a free one.\n`,
    );
  },
  60_000,
);

test("its help names every setting that it reads", async () => {
  const server = serve({}, ["--help"]);
  expect(await server.ended).toEqual({ code: 0, signal: null });
  for (const name of [...readSettings, ...Object.keys(env)]) {
    if (/^(AWS_ACCESS|AWS_SECRET|MACHINE|NODE)_/.test(name)) continue;
    expect(server.output().stdout).toContain(name);
  }
}, 60_000);
