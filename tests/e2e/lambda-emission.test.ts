import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answered } from "#tests/support/scenes/api.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";
import { createEventSource, type EventSource } from "#tests/support/lambda/event-source.ts";
import { companyRut, invoice, personLogin } from "#tests/support/scenes/tributario-scene.ts";

let deployment: Deployment;
let caller: Caller;
let source: EventSource;
let connection: string;
beforeAll(async () => {
  deployment = await deploy({ functions: ["api", "emission-worker"] });
  caller = await newCaller(deployment);
  source = createEventSource(deployment.emissions, deployment.lambda("emission-worker"));
  const fields = { ...personLogin, empresa: companyRut };
  connection = await caller.connect("tributario", fields, companyRut);
});
afterAll(() => deployment.close());

/** A call whose answer is awaited while the worker is fed. */
async function call(tool: string, input: unknown, idempotencyKey?: string): Promise<Answered> {
  const options = { connection, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const answer = await source.feedDuring(() => caller.call(`tributario.${tool}`, input, options));
  const logs = deployment.lambda("emission-worker").logs();
  expect(answer.status, `${JSON.stringify(answer.body)}\n${logs}`).toBe(200);
  return answer;
}

async function emit(amount: number): Promise<{ first: Answered; again: Answered }> {
  const preview = await call("dte.previsualizar", invoice(amount));
  const input = { previewRef: String(preview.body.data?.["previewRef"]) };
  const key = randomUUID();
  return {
    first: await call("dte.emitir", input, key),
    again: await call("dte.emitir", input, key),
  };
}

async function emitted(): Promise<number | undefined> {
  const path = "/portals/tributario/log";
  return (await deployment.sandbox.control<Record<string, number>>("GET", path)).body["emitted"];
}

test("a document requested from the API's bundle is issued once by the worker's, in Chromium", async () => {
  const { first, again } = await emit(1_000);
  expect(first.body.data).toMatchObject({
    estado: "emitido",
    folio: 500_001,
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
  });
  expect(again.body.data).toEqual(first.body.data);
  expect(again.body.meta["idempotency"]).toBe("replayed");
  expect(await emitted()).toBe(1);
}, 240_000);

test("frozen for an hour, their sockets cut, the same processes issue the next one", async () => {
  const pids = [deployment.lambda("api").pid, deployment.lambda("emission-worker").pid];
  deployment.sockets.cut();
  deployment.clock.advance(3_600_000);
  const { first } = await emit(2_000);
  expect(first.body.data).toMatchObject({ estado: "emitido", folio: 500_002 });
  expect(await emitted()).toBe(2);
  expect([deployment.lambda("api").pid, deployment.lambda("emission-worker").pid]).toEqual(pids);
}, 240_000);
