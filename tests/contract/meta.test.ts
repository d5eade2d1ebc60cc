import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { canonicalUuidV4 } from "#lib/kernel/ids.ts";
import {
  callTool,
  testApi,
  type Answered,
  type CallOptions,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";

// `meta` and the headers of an answer, field by field and nothing more.

const hour = "core.timestamp.now";
const emit = "prueba.documento.emitir";

let api: TestApi;
let own: TestOrganization;
let connection: string;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probeConnector().connector] });
  own = await api.organization();
  connection = await api.connection(own.id, "prueba");
});
afterAll(() => api.close());

const call = (toolId: string, input: unknown, options: CallOptions = {}) =>
  callTool(api.app, toolId, input, { key: own.key, ...options });

const uuid = expect.stringMatching(canonicalUuidV4) as string;

/** What every tool answer says about itself. */
function metaOf({ headers }: Answered, toolId: string, audited = "recorded") {
  return {
    request_id: headers.get("x-request-id"),
    tool_id: toolId,
    plane: "action",
    latency_ms: expect.toSatisfy(
      (ms: unknown) => Number.isInteger(ms) && Number(ms) >= 0,
    ) as number,
    audit_status: audited,
  };
}

function expectTold({ headers }: Answered): void {
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-type")).toMatch(/^application\/json/);
}

test("a read names its call, operation and tool, and no key", async () => {
  const answer = await call(hour, { timezone: "America/Santiago" });
  expect(Object.keys(answer.body)).toEqual(["data", "meta"]);
  expect(answer.body.meta).toEqual({ ...metaOf(answer, hour), operation_request_id: uuid });
  expectTold(answer);
  const { headers } = answer;
  const [limit, left, reset] = ["limit", "remaining", "reset"].map((name) =>
    Number(headers.get(`ratelimit-${name}`)),
  );
  expect(limit).toBe(600);
  expect(left).toBeLessThan(600);
  expect(reset).toBeLessThanOrEqual(60);
});

test("an irreversible call is stored, and replayed as the same operation under another call id", async () => {
  const options = { connection, idempotencyKey: randomUUID() };
  const first = await call(emit, { texto: "uno" }, options);
  const again = await call(emit, { texto: "uno" }, options);
  const operation = { operation_request_id: first.body.meta["operation_request_id"] };
  expect(first.body.meta).toEqual({
    ...metaOf(first, emit),
    operation_request_id: uuid,
    idempotency: "stored",
  });
  expect(again.body.meta).toEqual({
    ...metaOf(again, emit),
    ...operation,
    idempotency: "replayed",
  });
  expect(again.body.data).toEqual(first.body.data);
  expect(again.body.meta["request_id"]).not.toBe(first.body.meta["request_id"]);
  for (const answer of [first, again]) expectTold(answer);
});

test.each([
  { why: "an unknown tool", toolId: "core.nada.nada", status: 404 },
  { why: "input that is none", input: { timezone: 7 }, status: 400 },
  { why: "no connection", toolId: emit, input: { texto: "uno" }, status: 400 },
  { why: "no valid credential", key: "connect_sk_nada", status: 401, audited: "not_recorded" },
])("a refusal for $why, before it began, has its five fields", async ({ status, ...refused }) => {
  const { toolId = hour, input = {}, key = own.key, audited } = refused;
  const answer = await call(toolId, input, { key, idempotencyKey: randomUUID() });
  expect(answer.status).toBe(status);
  expect(answer.body.meta).toEqual(metaOf(answer, toolId, audited));
  expect(answer.body.error?.request_id).toBe(answer.body.meta["request_id"]);
  expectTold(answer);
});

test("a control endpoint has neither tool nor operation", async () => {
  const response = await api.app.request("/v1/syncs", {
    headers: { authorization: `Bearer ${own.key}` },
  });
  const { meta } = (await response.json()) as Answered["body"];
  const { tool_id: _none, ...fields } = metaOf({ headers: response.headers } as Answered, "");
  const untrusted = ["data[].connection.label"];
  expect(meta).toEqual({ ...fields, plane: "control", untrusted });
});

test("a tool without a connection ignores the header for one", async () => {
  for (const named of [connection, "conn_00000000000000000000000000", "nada"]) {
    const answer = await call(hour, { timezone: "America/Santiago" }, { connection: named });
    expect(answer.status, named).toBe(200);
  }
});
