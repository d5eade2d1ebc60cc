import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bundles } from "#infra/aws/bundle.ts";
import { periodoOf, previousPeriodo, type Periodo } from "#lib/chile/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { emptyMachine, type EmptyMachine } from "#tests/support/processes/empty-machine.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";
import { createEventSource, type EventSource } from "#tests/support/lambda/event-source.ts";
import { createLambda, type Lambda } from "#tests/support/lambda/lambda.ts";
import { stage } from "#tests/support/lambda/stage.ts";
import type { Probed } from "#tests/support/browsers/page-probe.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";

const secondUser = 12_345;
let machine: EmptyMachine;
let deployment: Deployment;
let worker: Lambda;
let probe: Lambda;
let caller: Caller;
let source: EventSource;
let connection: string;
let periodo: Periodo;
/** Where the next process runs: on which machine, as which user, and with what removed. */
let start: { uid?: number; without: readonly string[] } = { without: [] };

beforeAll(async () => {
  machine = await emptyMachine();
  const before = process.env["TMPDIR"];
  // Whatever the harness stages is in the one folder that both machines share.
  process.env["TMPDIR"] = path.join(machine.shared, "staged");
  await mkdir(process.env["TMPDIR"], { mode: 0o755 });
  const on = (command: readonly string[]) => {
    const unset = start.without.flatMap((name) => ["-u", name]);
    return machine.run(["env", ...unset, ...command], start.uid);
  };
  deployment = await deploy({ functions: ["sync-worker"], env: machine.env, on });
  const { install, splitting, keepNames } = bundles["sync-worker"];
  const entry = "tests/support/browsers/page-probe.ts";
  probe = createLambda({
    package: await stage("page-probe", { entry, install, splitting, keepNames }),
    timeoutMs: 120_000,
    clock: deployment.clock,
    env: machine.env,
    on,
  });
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  worker = deployment.lambda("sync-worker");
  source = createEventSource(deployment.syncs, worker);
  caller = await newCaller(deployment);
  connection = await caller.connect("banco_a", { ...mainLogin }, mainLogin.empresa);
  periodo = periodoOf(deployment.clock.now());
});
beforeEach(async () => {
  await worker.recycle();
  await probe.recycle();
  periodo = previousPeriodo(periodo);
});
afterAll(async () => {
  await probe?.close();
  await deployment?.close();
  await machine?.close();
});

/** A command on the machine, as its first user. */
async function done(...command: string[]): Promise<void> {
  const [name = "", ...args] = machine.run(command);
  await promisify(execFile)(name, args, { env: { ...process.env, ...machine.env } });
}

const call = (tool: string, input: unknown) =>
  callTool(deployment.api.app, tool, input, { key: caller.key, connection });

/** Requests a month, gives the bundled worker the message, and reads what is stored. */
async function syncsAMonth(): Promise<void> {
  const asked = await call("banco_a.conexion.sincronizar", { periodo });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  expect(await source.feed(), worker.logs()).toBe(0);
  const [job] = await deployment.api.database.owner(
    "select status, attempts from sync_jobs where id = $1",
    [asked.body.data?.["jobId"]],
  );
  expect(job, worker.logs()).toEqual({ status: "succeeded", attempts: 1 });
  const query = `resource=movimientos&periodo=${periodo}&rut=${mainLogin.empresa}`;
  const truth = await deployment.sandbox.control<{ rows: unknown[] }>(
    "GET",
    `/portals/banco_a/truth?${query}`,
  );
  expect(truth.body.rows.length).toBeGreaterThan(0);
  const read = await call("banco_a.movimientos.consultar", { periodo, limit: 200 });
  expect(read.body.data?.["movimientos"]).toHaveLength(Math.min(200, truth.body.rows.length));
}

async function showsAForm(singleProcess: boolean): Promise<void> {
  const probed = await probe.invoke<Probed>({ singleProcess });
  expect(probed).toMatchObject({ typed: "Ñandú", chosen: "dos" });
  expect(probed.width).toBeGreaterThan(0);
}

test("a deployed worker, whose browser is one process, shows a form and syncs", async () => {
  start = { without: [] };
  await showsAForm(true);
  await syncsAMonth();
}, 240_000);

test("so does a worker on a separate machine, whose browser is several processes", async () => {
  start = { without: ["AWS_LAMBDA_FUNCTION_NAME", "AWS_EXECUTION_ENV"] };
  await showsAForm(false);
  await syncsAMonth();
}, 240_000);

test("so does a second user of the machine, after what the first one has left", async () => {
  start = { uid: secondUser, without: [] };
  // A worker that was killed: its number is higher than any process may have.
  const space = "$(readlink /proc/self/ns/pid | tr -cd 0-9)";
  const left = `\${TMPDIR:-/tmp}/connect-browser-4194305-${space}-left`;
  await done("sh", "-c", `mkdir -m 700 "${left}"`);
  await done("chmod", "-R", "a+rX", machine.shared);
  await showsAForm(true);
  await showsAForm(false);
  await syncsAMonth();
}, 240_000);
