import { afterAll, beforeAll, expect, test } from "vitest";
import { periodoOf, previousPeriodo } from "#lib/chile/index.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";
import { createEventSource, type EventSource } from "#tests/support/lambda/event-source.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";

let deployment: Deployment;
let caller: Caller;
let source: EventSource;
let connection: string;
beforeAll(async () => {
  deployment = await deploy({ functions: ["api", "sync-worker"] });
  caller = await newCaller(deployment);
  source = createEventSource(deployment.syncs, deployment.lambda("sync-worker"));
  connection = await caller.connect("banco_a", { ...mainLogin }, mainLogin.empresa);
});
afterAll(() => deployment.close());

async function truth(periodo: string): Promise<unknown[]> {
  const query = `resource=movimientos&periodo=${periodo}&rut=${mainLogin.empresa}`;
  const { body } = await deployment.sandbox.control<{ rows: unknown[] }>(
    "GET",
    `/portals/banco_a/truth?${query}`,
  );
  return body.rows;
}

/** Requests a month with the tool, gives the worker the message, and reads what is stored. */
async function syncAndRead(periodo: string): Promise<number> {
  const asked = await caller.call("banco_a.conexion.sincronizar", { periodo }, { connection });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  expect(await source.feed(), deployment.lambda("api").logs()).toBe(0);
  const job = await caller.request("GET", `/v1/syncs/${String(asked.body.data?.["jobId"])}`);
  expect(job.body.data, deployment.lambda("sync-worker").logs()).toMatchObject({
    status: "succeeded",
    attempts: 1,
    last_error: null,
  });
  let rows = 0;
  let cursor: unknown = null;
  do {
    const input = { periodo, limit: 200, ...(cursor !== null && { cursor }) };
    const page = await caller.call("banco_a.movimientos.consultar", input, { connection });
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    const { movimientos, cursor: next } = page.body.data as { movimientos: []; cursor: unknown };
    rows += movimientos.length;
    cursor = next;
  } while (cursor !== null);
  return rows;
}

test("a sync requested from the API's bundle is done by the worker's, in Chromium", async () => {
  const periodo = periodoOf(deployment.clock.now());
  const stored = await syncAndRead(periodo);
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBe((await truth(periodo)).length);
}, 180_000);

test("frozen for an hour, their sockets cut, the same processes sync another month", async () => {
  const pids = [deployment.lambda("api").pid, deployment.lambda("sync-worker").pid];
  deployment.sockets.cut();
  deployment.clock.advance(3_600_000);
  const periodo = previousPeriodo(periodoOf(deployment.clock.now()));
  const stored = await syncAndRead(periodo);
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBe((await truth(periodo)).length);
  expect([deployment.lambda("api").pid, deployment.lambda("sync-worker").pid]).toEqual(pids);
}, 180_000);
