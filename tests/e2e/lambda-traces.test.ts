import { afterAll, beforeAll, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";
import { createEventSource } from "#tests/support/lambda/event-source.ts";
import { startOtlpReceiver, type OtlpReceiver } from "#tests/support/servers/otlp-receiver.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";

let receiver: OtlpReceiver;
let deployment: Deployment;
let caller: Caller;
let connection: string;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  deployment = await deploy({
    functions: ["api", "sync-worker"],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, METRICS_NAMESPACE: "Connect/test" },
  });
  caller = await newCaller(deployment);
  connection = await caller.connect("banco_a", { ...mainLogin }, mainLogin.empresa);
});
afterAll(async () => {
  await deployment.close();
  await receiver.close();
});

test("the bundles trace one sync, and have sent everything before they are frozen", async () => {
  const periodo = periodoOf(deployment.clock.now());
  const asked = await caller.call("banco_a.conexion.sincronizar", { periodo }, { connection });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const worker = deployment.lambda("sync-worker");
  expect(await createEventSource(deployment.syncs, worker).feed()).toBe(0);

  const request = receiver.spans.find(({ name }) => name === "POST /v1/tools/:toolId/execute");
  const own = receiver.spans.filter(({ traceId }) => traceId === request?.traceId);
  const names = new Set(own.map(({ name }) => name));
  for (const name of [
    "tool run",
    "queue send",
    "worker sync",
    "database sync.claim",
    "portal open",
    "portal login",
    "portal read",
    "portal step",
    "portal logout",
    "portal close",
  ]) {
    expect([...names]).toContain(name);
  }
  const known = new Set(own.map(({ spanId }) => spanId));
  const begins = own.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(begins).toEqual([request]);
  for (const { name, parentSpanId } of own) {
    if (parentSpanId !== undefined) expect(known.has(parentSpanId), name).toBe(true);
  }
  const sent = receiver.bodies.join("\n");
  for (const mark of [mainLogin.rut, mainLogin.clave, mainLogin.empresa]) {
    expect(sent).not.toContain(mark);
  }
}, 180_000);

test("the same sync has log lines that name its request, and metrics", () => {
  const lines = (name: "api" | "sync-worker") =>
    deployment
      .lambda(name)
      .logs()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [call] = lines("api").filter(({ event }) => event === "measured.call");
  expect(call).toMatchObject({ owner: "none", plane: "action", Calls: 1 });
  const told = lines("sync-worker").filter(({ request_id }) => request_id === call?.["request_id"]);
  const events = told.map(({ event }) => event);
  expect(events).toContain("sync.ended");
  const [measured] = told.filter(({ event }) => event === "measured.sync");
  expect(measured).toMatchObject({ connector: "banco_a", code: "ok", Syncs: 1 });
  expect(measured?.["_aws"]).toMatchObject({
    CloudWatchMetrics: [{ Namespace: "Connect/test" }, {}],
  });
  const programs = (name: "api" | "sync-worker") => [
    ...new Set(lines(name).map((line) => line["program"])),
  ];
  expect([programs("api"), programs("sync-worker")]).toEqual([["api"], ["sync"]]);
});
