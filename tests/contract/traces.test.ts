import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { otherRoutes } from "#functions/api/other-routes.ts";
import { flushing } from "#functions/edge/flushing.ts";
import { recordOf } from "#infra/server/event-source.ts";
import { localRegion as region } from "#infra/local/queue-server.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { isTracing, traced, useTracing } from "#lib/kernel/trace.ts";
import { startTracing, wantsTraces } from "#lib/platform/open-telemetry.ts";
import { createSqsReader } from "#lib/platform/sqs-reader.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { testDashboard } from "#tests/support/scenes/dashboard.ts";
import { readImportGraph } from "#tests/support/structure/import-graph.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { readableLog, silentLog } from "#tests/support/log.ts";
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from "#tests/support/servers/otlp-receiver.ts";

let receiver: OtlpReceiver;
let scene: JobScene;
let owner: TestOrganization;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = receiver.endpoint;
  await startTracing(process.env);
  scene = await jobScene();
  owner = await scene.organization();
});
afterAll(async () => {
  useTracing(null);
  delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  await receiver.close();
  await scene.close();
});

/** The spans that `work` caused, sent before a function would be frozen. */
async function spansOf(work: () => Promise<unknown>): Promise<ReceivedSpan[]> {
  const before = receiver.spans.length;
  await flushing(silentLog, work)();
  return receiver.spans.slice(before);
}

function find(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no ${name} in ${spans.map((s) => s.name).join(", ")}`);
  return found;
}

/** The names from the span up to the trace's beginning. */
function lineOf(spans: readonly ReceivedSpan[], span: ReceivedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent === undefined ? [span.name] : [span.name, ...lineOf(spans, parent)];
}

const route = "POST /v1/tools/:toolId/execute";
const secretLogin = { rut: "11222333-9", clave: "clave-marcada-en-rojo" };

test("a sync is one trace from the request through the queue to the portal", async () => {
  const connection = await scene.connect(owner.id, secretLogin.rut, secretLogin.clave);
  const reader = createSqsReader({
    queueUrl: scene.queue.url,
    region,
    endpoint: scene.queue.endpoint,
  });
  const asked = await spansOf(async () => {
    const answer = await callTool(
      scene.app,
      "banco_a.conexion.sincronizar",
      { periodo: periodoOf(scene.clock.now()), alcances: ["movimientos"] },
      { key: owner.key, connection },
    );
    expect(answer.status).toBe(200);
  });
  const done = await spansOf(async () => {
    const messages = await reader.receive({ most: 1, waitSeconds: 1 });
    expect(messages).toHaveLength(1);
    await scene.worker({ Records: messages.map(recordOf) }, 300_000);
  });
  const request = find(asked, route);
  const all = [...asked, ...done].filter(({ traceId }) => traceId === request.traceId);
  expect(lineOf(all, find(all, "queue send"))).toEqual(["queue send", "tool run", route]);
  expect(lineOf(all, find(all, "portal read"))).toEqual([
    "portal read",
    "worker sync",
    "queue send",
    "tool run",
    route,
  ]);
  for (const name of ["portal open", "portal login", "portal logout", "portal close"]) {
    expect(lineOf(all, find(all, name))[1]).toBe("worker sync");
  }
  expect(lineOf(all, find(all, "database sync.claim"))).toContain("worker sync");
  const id = request.attributes["connect.request_id"];
  expect(id).toMatch(/^req_/);
  expect(find(all, "worker sync").attributes["connect.request_id"]).toBe(id);
  expect(find(all, "tool run").attributes["connect.tool"]).toBe("banco_a.conexion.sincronizar");
});

test("no span says what was typed, whose it is, or which key was used", () => {
  const sent = receiver.bodies.join("\n");
  expect(sent).toContain("portal login");
  for (const mark of [secretLogin.clave, secretLogin.rut, "11222333", owner.key, "76555835"]) {
    expect(sent, mark).not.toContain(mark);
  }
  for (const { attributes } of receiver.spans) {
    for (const name of Object.keys(attributes)) {
      expect(name).toMatch(/^(http\.|db\.operation\.name$|connect\.|error\.type$)/);
    }
  }
});

test("a request is named by its route: neither a link's token nor an invented path shows", async () => {
  const token = "t".repeat(43);
  const spans = await spansOf(async () => {
    await scene.app.request(`/connect/${token}`);
    await scene.app.request(`/nowhere/${token}`);
  });
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(2);
  expect(JSON.stringify(spans)).not.toContain(token);
  find(spans, "GET /connect/:token");
});

test("each route of the API and of the dashboard names its requests, and no id of a path shows", async () => {
  const mark = "org_7MARKEDMARKEDMARKEDMARKED0";
  const dashboard = await testDashboard(scene);
  for (const app of [await otherRoutes(scene.deps), dashboard.app]) {
    const own = app.routes.filter(
      ({ method, path }) => method === "GET" && path.includes(":") && !path.endsWith("*"),
    );
    const paths = [...new Set(own.map(({ path }) => path))];
    expect(paths.length).toBeGreaterThan(3);
    const spans = await spansOf(async () => {
      for (const path of paths) await app.request(path.replaceAll(/:\w+(?:\{[^}]*\})?/g, mark));
    });
    expect(JSON.stringify(spans)).not.toContain("MARKED");
    const names = spans.map(({ name }) => name).filter((name) => name.startsWith("GET "));
    expect(names.toSorted()).toEqual(paths.map((path) => `GET ${path}`).toSorted());
  }
  await dashboard.close();
});

test("a failure has its code, and an invalid traceparent starts a new trace", async () => {
  const traceparent = "00-not-a-trace";
  const [span] = await spansOf(() =>
    traced({ name: "fails", traceparent }, () =>
      Promise.reject(new Error(`with ${secretLogin.clave} inside`)),
    ).catch(() => undefined),
  );
  expect(span).toMatchObject({
    name: "fails",
    failed: true,
    attributes: { "error.type": "internal_error" },
  });
  expect(span?.parentSpanId).toBeUndefined();
});

test("an unreachable collector loses the traces, but no answer", async () => {
  const { log, lines } = readableLog();
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9";
  await startTracing(process.env);
  const handler = flushing(log, () => traced({ name: "lost" }, () => Promise.resolve("an answer")));
  expect(await handler()).toBe("an answer");
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    "traces.not_sent",
  ]);
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = receiver.endpoint;
  await startTracing(process.env);
});

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector" }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector/v1/traces" }, true],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, true],
  [{ OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector" }, false],
  [{ OTEL_SDK_DISABLED: "TRUE", OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector" }, false],
])("%j: traces %s", (environment, wanted) => {
  expect(wantsTraces(environment)).toBe(wanted);
});

test("without traces nothing is wrapped, and none of their packages is imported", async () => {
  useTracing(null);
  await startTracing({});
  expect(isTracing()).toBe(false);
  const handler = (): Promise<string> => Promise.resolve("");
  expect(flushing(silentLog, handler)).toBe(handler);
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = receiver.endpoint;
  await startTracing(process.env);

  const files = readImportGraph();
  expect(files.length).toBeGreaterThan(2_600);
  const importersOf = (named: RegExp): string[] =>
    files
      .filter(({ imports }) => imports.some(({ target }) => named.test(target)))
      .map(({ file }) => file)
      .toSorted();
  const opener = "lib/platform/open-telemetry.ts";
  const packages = "lib/platform/sdk/traces.ts";
  expect(importersOf(/^@opentelemetry\//)).toEqual([opener, packages]);
  expect(importersOf(/sdk\/traces\.ts$/)).toEqual([opener]);
  const source = await readFile(opener, "utf8");
  // Types are gone at run time, and an import() waits until it is called.
  expect(source).not.toMatch(/^import (?!type)[^;(]*"(@opentelemetry\/|\.\/sdk\/)/m);
});
