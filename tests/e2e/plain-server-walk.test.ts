import { appendFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { programs as built } from "#infra/build/build.ts";
import { runAdmin } from "#infra/deploy/admin/run.ts";
import { freePort } from "#infra/local/ports.ts";
import { ensureDatabase, startPostgres, type LocalPostgres } from "#infra/local/postgres.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { operationsBlocks } from "#tests/support/texts/operations-blocks.ts";
import { asOwner } from "#tests/support/databases/as-owner.ts";
import { newCluster } from "#tests/support/databases/new-cluster.ts";
import { pgPrograms, type PgPrograms } from "#tests/support/databases/pg-programs.ts";
import { openTerminal, type Terminal } from "#tests/support/readme/terminal.ts";
import { bundleProgram } from "#tests/support/processes/bundled-child.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

// Walks through `docs/operations.md` from an empty server to one that was lost and restored: each block is pasted as
// it is, into one bash. Values that the page cannot know are replaced with this machine's.
const root = new URL("../../", import.meta.url);

let folder: string;
let databaseFolder: string;
let server: LocalPostgres;
let sandbox: TestSandbox;
let programs: PgPrograms;
let terminal: Terminal;
let ownerUrl: string;
let address: string;
let ownThings: [page: string, here: string][];
const pasted: number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-walk-"));
  databaseFolder = await newCluster("connect-walk-database-");
  [server, sandbox, programs] = await Promise.all([
    startPostgres(databaseFolder),
    startTestSandbox(standaloneService()),
    pgPrograms(),
  ]);
  ownerUrl = await ensureDatabase(server.url, "connect");
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const { PATH = "", HOME } = process.env;
  const chromium = process.env["CHROMIUM_PATH"];
  terminal = openTerminal(new URL(".", root).pathname, {
    PATH: `${path.dirname(programs.pgRestore)}:${PATH}`,
    HOME,
    PG_DUMP: programs.pgDump,
    PORT: String(port),
    BROWSER_SANDBOX: "off",
    ...(chromium !== undefined && { CHROMIUM_PATH: chromium }),
  });
  ownThings = [
    ["postgres://owner:…@127.0.0.1:5432/connect", ownerUrl],
    ["@ep-….neon.tech/connect?sslmode=verify-full", `@127.0.0.1:${server.port}/connect`],
    ["$PWD/kept", path.join(folder, "etc")],
    ["127.0.0.1:8787", `127.0.0.1:${port}`],
    ['"banco_a":"https://…"', `"banco_a":"${sandbox.url}/portals/banco_a"`],
    [
      "INDICATORS_BASE_URL='https://…'",
      `INDICATORS_BASE_URL='${sandbox.url}/providers/indicadores'`,
    ],
    ["https://…", "https://portal.invalid"],
    ["npm run serve", 'npm run serve > "$KEPT/serve.log" 2>&1 & SERVER=$!'],
    ['"$(date -u +%Y-%m-%dT%H%MZ).dump"', `"${folder}/backup.dump"`],
    [" backup.dump", ` ${folder}/backup.dump`],
    ["--file acts.log", `--file ${folder}/acts.log`],
  ];
}, 120_000);
afterAll(async () => {
  await terminal?.close();
  await sandbox?.close();
  await server?.stop();
  await programs?.remove();
  for (const made of [folder, databaseFolder]) await rm(made, { recursive: true, force: true });
});

/** The walk's block of the page that begins like this. */
async function paste(begins: string): Promise<string> {
  const blocks = await operationsBlocks();
  const at = blocks.findIndex(({ by, text }) => by === "walk" && text.startsWith(begins));
  const text = blocks[at]?.text;
  if (text === undefined) throw new Error(`no block of the walk begins with ${begins}`);
  pasted.push(at);
  const own = ownThings.reduce((all, [page, here]) => all.replaceAll(page, here), text);
  return terminal.paste(own, 240_000);
}

async function serve(): Promise<void> {
  const log = path.join(folder, "etc", "serve.log");
  // The previous server's output does not count as this one's.
  await rm(log, { force: true });
  await paste("set -a");
  const said = () => readFile(log, "utf8").catch(() => "");
  const heard = await pollUntil(said, (text) => /listens on|usable|cannot/.test(text), 120);
  expect(heard).toContain("listens on");
}

interface Answer {
  status: number;
  data: Record<string, unknown>;
}

async function call(tool: string, input: object, key: string, connection = ""): Promise<Answer> {
  const response = await fetch(`${address}/v1/tools/${tool}/execute`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(connection !== "" && { "x-connect-connection": connection }),
    },
    body: JSON.stringify({ input }),
  });
  const body = (await response.json()) as { data?: Record<string, unknown>; error?: object };
  return { status: response.status, data: body.data ?? { ...body.error } };
}

/** A command outside the walk's blocks, with the page's settings files; its log goes to the acts. */
async function admin(words: string): Promise<Record<string, unknown>> {
  const kept = (name: string): string => path.join(folder, "etc", name);
  const printed: string[] = [];
  const code = await runAdmin(words.split(" "), {
    environment: {
      OPERATOR: "ana",
      WORKER_DATABASE_URL_FILE: kept("worker.url"),
      SERVICE_SECRET_FILE: kept("service.secret"),
      MASTER_KEY_FILE: kept("master.key"),
      BASE_URL: "https://connect.example.org",
    },
    answer: (text) => void printed.push(text),
    say: (line) => appendFileSync(path.join(folder, "acts.log"), `${line}\n`),
  });
  expect(code, words).toBe(0);
  return JSON.parse(printed.join("")) as Record<string, unknown>;
}

/** The folder of a server without sources, whose npm scripts run what was built. */
async function builtServer(): Promise<string> {
  const place = path.join(folder, "built");
  await mkdir(path.join(place, "dist/server"), { recursive: true });
  for (const file of ["package.json", "infra/server/run.sh"])
    await cp(new URL(file, root), path.join(place, file), { recursive: true });
  for (const [name, script] of Object.entries(built))
    await symlink(await bundleProgram(script), path.join(place, `dist/server/${name}.mjs`));
  return place;
}

/** A person opens a call's link, and types the login of the bank's test company. */
async function connect(key: string): Promise<string> {
  const asked = { sistema: "banco_a", modo: "crear", alcances: ["saldos"] };
  const made = await call("conexiones.enlace.crear", asked, key);
  expect(made.status, JSON.stringify(made.data)).toBe(200);
  const { pathname } = new URL(String(made.data["url"]));
  await fetch(`${address}${pathname}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...mainLogin }).toString(),
  });
  const connected = await pollUntil(
    async () => (await call("conexiones.estado.consultar", {}, key)).data["conexiones"],
    (found) => Array.isArray(found) && found.length > 0,
    90,
  );
  return String((connected as { id: string }[])[0]?.id);
}

/** Follows a month that is already being read, for a schedule or a link, to its end. */
async function sync(key: string, connection: string): Promise<void> {
  const periodo = periodoOf(new Date());
  const { data } = await call("banco_a.conexion.sincronizar", { periodo }, key, connection);
  const jobId = data["jobId"] ?? (data["details"] as { jobId?: unknown } | undefined)?.jobId;
  expect(jobId, JSON.stringify(data)).toMatch(/^sjb_/);
  const job = async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${address}/v1/syncs/${String(jobId)}`, { headers });
    return ((await response.json()) as { data?: { status?: unknown } }).data?.status;
  };
  const ended = await pollUntil(job, (status) => status !== "queued" && status !== "running", 120);
  expect(ended).toBe("succeeded");
}

let key: string;
let other: { apiKey: string; key: string };
let connection: string;
let accounts: string[];

/** The accounts with stored balances; amounts and instants are those of the newest sync. */
async function storedAccounts(): Promise<string[]> {
  const { status, data } = await call("banco_a.saldos.consultar", {}, key, connection);
  expect(status, JSON.stringify(data)).toBe(200);
  const saldos = data["saldos"] as { numeroCuenta: string }[];
  return saldos.map(({ numeroCuenta }) => numeroCuenta).toSorted();
}

test("from a Postgres to the first call", async () => {
  // A machine without it makes its secrets with the same words.
  await terminal.paste(
    'set -u; command -v openssl > /dev/null || openssl() { node -p "crypto.randomBytes(+process.argv[2]).toString(process.argv[1].slice(1))" -- "$2" "$3"; }',
  );
  expect(await paste("export DATABASE_OWNER_URL='postgres://owner")).toMatch(
    /migrations are applied/,
  );
  await paste("export KEPT");
  await paste("keep()");
  await serve();
  const printed = await paste("export OPERATOR=ana");
  expect(printed).toMatch(/"status":"ok"/);
  expect(printed).toMatch(/"data":\{"iso":"/);
  key = (await terminal.paste("echo $KEY")).trim();
}, 400_000);

test("its first customer connects a bank and reads it", async () => {
  const { organizations } = await admin("organization list");
  const [{ id } = { id: "" }] = organizations as { id: string }[];
  const { keys } = (await admin(`key list ${id}`)) as { keys: { id: string }[] };
  await admin(`key scopes ${keys[0]?.id} --add conexiones:write`);
  other = (await admin(`key create ${id} --name Otra --scopes core:read`)) as typeof other;
  connection = await connect(key);
  await sync(key, connection);
  accounts = await storedAccounts();
  expect(accounts.length).toBeGreaterThan(0);
}, 240_000);

test("it is backed up, continues, and is destroyed", async () => {
  // The owner's address, from where it is stored.
  await terminal.paste(`export DATABASE_OWNER_URL='${ownerUrl}'`);
  await paste("BACKUP_PASSWORD=");
  expect(await paste("npm run backup")).toMatch(/"rows":\d+/);
  await admin(`key revoke ${other.key} --reason leaked`);
  expect((await call("core.timestamp.now", {}, other.apiKey)).status).toBe(401);
  await terminal.paste("kill $SERVER; wait $SERVER || true");
  await asOwner(server.url, "drop database connect with (force)");
  // Another server has none of its roles.
  const roles = await asOwner(
    server.url,
    "select rolname as name from pg_roles where rolname like 'connect\\_%' and rolname <> current_user",
  );
  expect(roles.length).toBeGreaterThan(4);
  for (const { name } of roles) await asOwner(server.url, `drop role ${String(name)}`);
}, 240_000);

test("it is restored by a built server, repeats the removals made since, and continues", async () => {
  await terminal.paste(`cd ${await builtServer()}`);
  await ensureDatabase(server.url, "connect");
  expect(await paste("pg_restore")).toMatch(/migrations are applied/);
  const { takenAt } = JSON.parse(await readFile(path.join(folder, "backup.dump.json"), "utf8")) as {
    takenAt: string;
  };
  ownThings.push(["2026-11-22T03:00:00Z", takenAt]);
  expect(await paste("export POINT")).toMatch(/"done":1,"unknown":0/);
  await serve();
  expect(await paste("npm run -s admin -- restore finish")).toContain('"finished":true');
  expect((await call("core.timestamp.now", {}, other.apiKey)).status).toBe(401);
  expect(await storedAccounts()).toEqual(accounts);
  await sync(key, connection);
}, 400_000);

test("each block that the table leaves to this walk was pasted", async () => {
  const own = (await operationsBlocks()).flatMap(({ by }, at) => (by === "walk" ? [at] : []));
  expect(own.filter((at) => !pasted.includes(at))).toEqual([]);
  const complaints = terminal.complaints().split("\n");
  expect(complaints.filter((line) => /unbound|No such|not found/.test(line))).toEqual([]);
});
