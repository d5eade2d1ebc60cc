import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Ready } from "#infra/local/local-mode.ts";
import { isApiKeyText } from "#lib/identity/index.ts";
import { idPattern, newId } from "#lib/kernel/ids.ts";
import { agentClient } from "#tests/support/agents/agent-client.ts";
import { agreeByClicks } from "#tests/support/scenes/agree-by-clicks.ts";
import type { Answered } from "#tests/support/scenes/api.ts";
import { bundleProgram } from "#tests/support/processes/bundled-child.ts";
import { processState } from "#tests/support/processes/child-process.ts";
import {
  othersInSessionOf,
  startLocal,
  type LocalStart,
} from "#tests/support/processes/start-local.ts";
import { visitor } from "#tests/support/scenes/visitor.ts";

const stack = /\n\s+at /;
let folder: string;
/** The same program, for starts that are not about what npm runs. */
let bundle: string;

beforeAll(async () => {
  bundle = await bundleProgram("infra/local/start.ts");
  folder = await mkdtemp(path.join(tmpdir(), "connect-e2e-"));
  // As root the database runs as its own user, who must be able to enter.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function call(ready: Ready, toolId: string, input: unknown, organization = 0) {
  const response = await fetch(`${ready.baseUrl}/v1/tools/${toolId}/execute`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${ready.organizations[organization]?.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ input }),
  });
  return { status: response.status, body: (await response.json()) as Answered["body"] };
}

/** Runs local mode where it cannot start, to its end. */
async function refusedStart(dataDir: string, env: Record<string, string>) {
  const start = startLocal(dataDir, env, { bundle });
  const { code } = await start.ended;
  const { stdout, stderr } = start.output();
  expect(stdout).not.toContain("Connect is ready");
  expect(await start.living()).toEqual([]);
  return { code, said: stderr, stdout };
}

const pidIn = async (file: string): Promise<number> =>
  Number((await readFile(file, "utf8")).split("\n")[0]);

/** Whether a dead process is reaped yet depends on the machine's first process. */
const ended = [null, "Z"];

async function endWithCtrlC(start: LocalStart): Promise<void> {
  start.interrupt();
  await start.ended;
  await vi.waitFor(async () => expect(await start.living()).toEqual([]), { timeout: 15_000 });
}

describe("npm start", { timeout: 180_000 }, () => {
  let start: LocalStart;
  let ready: Ready;

  beforeAll(async () => {
    start = startLocal(path.join(folder, "data"));
    ready = await start.ready();
  }, 180_000);
  afterAll(() => endWithCtrlC(start), 60_000);

  const absent = (file: string) =>
    expect(stat(path.join(start.dataDir, file))).rejects.toThrow("ENOENT");

  test("writes the file that programs read, readable only by its owner", async () => {
    expect(ready).toMatchObject({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      sandboxUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect(ready.organizations.map(({ plan }) => plan)).toEqual(["business", "free"]);
    for (const { id, name, apiKey } of ready.organizations) {
      expect(id).toMatch(idPattern("org"));
      expect(name).not.toBe("");
      expect(isApiKeyText(apiKey)).toBe(true);
    }
    for (const file of [
      "ready.json",
      "seed.json",
      "master.key",
      "service.secret",
      "app.password",
      "keeper.password",
    ]) {
      expect((await stat(path.join(start.dataDir, file))).mode & 0o077, file).toBe(0);
    }
  });

  test("says where everything is", () => {
    const { stdout } = start.output();
    expect(stdout).toContain(ready.baseUrl);
    expect(stdout).toContain(ready.organizations[0]?.apiKey);
    expect(stdout).toContain(path.join(start.dataDir, "ready.json"));
  });

  test("answers a call over the wire", async () => {
    const answer = await call(ready, "echo.mensaje.repetir", { mensaje: "hola" });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { mensaje: "hola" }, meta: { audit_status: "recorded" } },
    });
  });

  test("lets an agent of the official SDK in, with its URL and a consenting person, and it steps up", async () => {
    const { owner } = ready.organizations[0] ?? {};
    const browser = visitor({
      request: (page, init) => fetch(ready.baseUrl + page, { ...init, redirect: "manual" }),
    });
    const { email: correo = "", password: clave = "" } = owner ?? {};
    const entered = await browser.submit("/login", "/login", { correo, clave });
    expect([entered.status, entered.location]).toEqual([303, "/dashboard"]);
    const asked = { times: 0 };
    const agree = agreeByClicks(browser, () => asked.times > 1);
    const agent = await agentClient(
      { send: (request) => fetch(request), url: ready.mcpUrl },
      (at) => {
        asked.times += 1;
        return agree(at);
      },
    );
    const state = await agent.execute({ toolId: "conexiones.estado.consultar", input: {} });
    const own = Object.values(ready.organizations[0]?.connections ?? {});
    expect(state["conexiones"]).toHaveLength(own.length);
    expect(asked.times).toBe(1);
    // Access is requested again, with what it needs, before it is told that there is no such preview.
    const emitted = agent.execute({
      toolId: "tributario.dte.emitir",
      connectionId: ready.organizations[0]?.connections["tributario"],
      idempotencyKey: randomUUID(),
      input: { previewRef: newId("prv", new Date()) },
    });
    await expect(emitted).rejects.toThrow("tributario_preview_token_invalid");
    expect(asked.times).toBe(2);
    expect(agent.asked[1]?.split(" ")).toContain("tributario:write");
    await agent.close();
  });

  test("shows the second organization nothing of the first", async () => {
    const list = async (organization: number) =>
      (await call(ready, "conexiones.estado.consultar", {}, organization)).body.data;
    const own = Object.values(ready.organizations[0]?.connections ?? {});
    expect((await list(0))?.["conexiones"]).toHaveLength(own.length);
    expect((await list(1))?.["conexiones"]).toEqual([]);
  });

  test("refuses a second one in the same folder, and continues", async () => {
    const { code, said } = await refusedStart(start.dataDir, {});
    const pid = await pidIn(path.join(start.dataDir, "start.pid"));
    expect(code).toBe(1);
    expect(said).toContain(`Another "npm start" (process ${pid}) uses ${start.dataDir}.`);
    expect(said).not.toMatch(stack);
    expect((await call(ready, "core.timestamp.now", {})).status).toBe(200);
  });

  test.each(["PORT", "SANDBOX_PORT"])(
    "says in one sentence that %s is in use",
    async (variable) => {
      const { port } = new URL(variable === "PORT" ? ready.baseUrl : ready.sandboxUrl);
      const { code, said } = await refusedStart(path.join(folder, "other"), { [variable]: port });
      expect(code).toBe(1);
      expect(said).toContain(
        `Port ${port} is taken by another process. End it, or set ${variable} to a free port.`,
      );
      expect(said).not.toMatch(stack);
    },
  );

  test("even a kill -9 leaves no database running", async () => {
    const server = await pidIn(path.join(start.dataDir, "postgres", "postmaster.pid"));
    process.kill(await pidIn(path.join(start.dataDir, "start.pid")), "SIGKILL");
    await start.ended;
    const dead = async () => expect(ended).toContain(await processState(server));
    await vi.waitFor(dead, { timeout: 15_000 });
    start = startLocal(start.dataDir, {}, { bundle });
    ready = await start.ready();
  });

  test("starts again after a kill -9 with the same keys and data, and removes what was left behind", async () => {
    const connections = await call(ready, "conexiones.estado.consultar", {});
    const orphan = await pidIn(path.join(start.dataDir, "postgres", "postmaster.pid"));
    // Whatever watches over the server is killed first: it would end the server within milliseconds.
    for (const watcher of await othersInSessionOf(orphan)) process.kill(watcher, "SIGKILL");
    process.kill(await pidIn(path.join(start.dataDir, "start.pid")), "SIGKILL");
    await start.ended;
    expect(await processState(orphan)).not.toBeNull();

    start = startLocal(start.dataDir);
    await vi.waitFor(() => absent("ready.json"), { timeout: 30_000 });
    const again = await start.ready();
    expect(again.organizations).toEqual(ready.organizations);
    ready = again;
    expect(ended).toContain(await processState(orphan));
    const { data } = (await call(ready, "conexiones.estado.consultar", {})).body;
    expect(data).toEqual(connections.body.data);
  });

  test("on Ctrl-C ends every process that it started, and leaves the folder free", async () => {
    const before = await start.living();
    expect(before.some(({ command }) => command.includes("infra/local/start.ts"))).toBe(true);
    const startPid = await pidIn(path.join(start.dataDir, "start.pid"));
    const database = await pidIn(path.join(start.dataDir, "postgres", "postmaster.pid"));
    expect(await processState(database)).not.toBeNull();
    await endWithCtrlC(start);
    for (const pid of [startPid, database]) {
      const dead = async () => expect(ended).toContain(await processState(pid));
      await vi.waitFor(dead, { timeout: 15_000 });
    }
    await absent("start.pid");
    await absent("ready.json");
    expect(start.output().stdout).toContain("Ending");
    expect(start.output().stderr).not.toContain("database.idle_connection_lost");

    start = startLocal(start.dataDir, {}, { bundle });
    expect((await start.ready()).organizations).toEqual(ready.organizations);
  });
});

describe("npm start where it cannot", { timeout: 180_000 }, () => {
  test("names a broken data folder and the way out, which works", async () => {
    const dataDir = path.join(folder, "broken");
    await mkdir(path.join(dataDir, "postgres"), { recursive: true });
    await writeFile(path.join(dataDir, "postgres", "PG_VERSION"), "nothing\n");
    const { code, said } = await refusedStart(dataDir, {});
    expect(code).toBe(1);
    expect(said).toContain("The database in this folder does not start");
    expect(said).toContain(dataDir);
    expect(said).toContain('Run "npm start -- --fresh"');
    expect(said).not.toMatch(stack);

    const fresh = startLocal(dataDir, {}, { args: ["--fresh"] });
    const ready = await fresh.ready();
    expect((await call(ready, "core.timestamp.now", {})).status).toBe(200);
    await endWithCtrlC(fresh);
  });

  test("names a missing browser before it is ready, and starts anyway", async () => {
    const noBrowser = { CHROMIUM_PATH: "/nowhere/chrome" };
    const start = startLocal(path.join(folder, "no-browser"), noBrowser, { bundle });
    const ready = await start.ready();
    expect(start.output().stderr).toContain(
      "CHROMIUM_PATH: /nowhere/chrome is not an executable file. Until that is repaired, no portal can be visited.\n",
    );
    expect((await call(ready, "core.timestamp.now", {})).status).toBe(200);
    const { status } = await fetch(`${ready.baseUrl}/health/ready`);
    expect(status).toBe(503);
    await endWithCtrlC(start);
  });

  test("names an unreachable database, but not its password", async () => {
    const { code, said } = await refusedStart(path.join(folder, "away"), {
      DATABASE_URL: "postgres://connect:secreto@127.0.0.1:9/nube",
    });
    expect(code).toBe(1);
    expect(said).toContain("The database at 127.0.0.1:9/nube (DATABASE_URL) cannot be used:");
    expect(said).toContain("ECONNREFUSED");
    expect(said).not.toContain("secreto");
    expect(said).not.toMatch(stack);
  });

  test("says only one sentence about wrong settings, before anything is loaded", async () => {
    const file = path.join(folder, "file");
    await writeFile(file, "");
    const { code, said, stdout } = await refusedStart(file, {});
    expect(code).toBe(1);
    expect(said).toBe(
      `State cannot be kept in ${file}: ${file} is not a folder. Set DATA_DIR to a folder of yours.\n`,
    );
    expect(stdout).not.toContain("Loading");
  });

  test("says what to type when npm has kept --fresh for itself", async () => {
    const start = startLocal(path.join(folder, "kept"), {}, { npmArgs: ["--fresh"] });
    expect((await start.ended).code).toBe(1);
    expect(start.output().stderr).toBe(
      'npm took --fresh for itself. Type "npm start -- --fresh".\n',
    );
  });
});
