import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import {
  callTool,
  testApi,
  type Answered,
  type CallOptions,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal, issuesIn, refusedPaths } from "#tests/support/refusal.ts";

const echo = "echo.mensaje.repetir";
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

const valid = '{"input":{"mensaje":"hola"}}';

describe("the headers of a destructive call", () => {
  const call = (options: CallOptions) =>
    callTool(api.app, emit, { texto: "uno" }, { key: own.key, connection, ...options });
  const uuid = "0b6f7f0e-6f1c-4b52-9a53-2f6f3f0f5a11";

  test.each([
    ["upper case", uuid.toUpperCase()],
    ["quoted", `"${uuid}"`],
    ["braced", `{${uuid}}`],
    ["a urn", `urn:uuid:${uuid}`],
    ["without dashes", uuid.replaceAll("-", "")],
    ["two in one", `${uuid}, ${uuid}`],
    ["version 1", "0b6f7f0e-6f1c-1b52-9a53-2f6f3f0f5a11"],
    ["version 7", "0b6f7f0e-6f1c-7b52-9a53-2f6f3f0f5a11"],
    ["another variant", "0b6f7f0e-6f1c-4b52-7a53-2f6f3f0f5a11"],
    ["all zeros", "00000000-0000-0000-0000-000000000000"],
    ["empty", ""],
    ["a word", "clave"],
  ])("an Idempotency-Key %s is validation_error", async (_name, idempotencyKey) => {
    const answer = await call({ idempotencyKey });
    expectRefusal(answer, "validation_error");
    expect(refusedPaths(answer)).toEqual(["Idempotency-Key"]);
  });

  test("no Idempotency-Key is idempotency_key_missing", async () => {
    expectRefusal(await call({}), "idempotency_key_missing");
  });

  test.each([
    ["empty", ""],
    ["a word", "conn"],
    ["upper case", () => connection.toUpperCase()],
    ["followed by another", () => `${connection}, ${connection}`],
    ["one of a stranger", async () => api.connection((await api.organization()).id, "prueba")],
    ["one of another system", () => api.connection(own.id, "otra")],
    ["one that never was", "conn_00000000000000000000000000"],
    ["a hostile text", "conn_' or '1'='1' --"],
  ])("an X-Connect-Connection %s is always the same refusal", async (_name, given) => {
    const named = typeof given === "string" ? given : await given();
    const answer = await call({ idempotencyKey: uuid, connection: named });
    expectRefusal(answer, "validation_error");
    expect(issuesIn(answer)).toMatchObject([
      { path: ["X-Connect-Connection"], code: "unknown_connection" },
    ]);
  });

  test("errors of input and headers are reported together", async () => {
    const answer = await callTool(
      api.app,
      emit,
      { texto: 7, otro: 1 },
      { key: own.key, connection: "no", idempotencyKey: "no" },
    );
    expectRefusal(answer, "validation_error");
    expect(refusedPaths(answer)).toEqual([
      "texto",
      "otro",
      "X-Connect-Connection",
      "Idempotency-Key",
    ]);
  });
});

describe("an unknown tool", () => {
  test.each([
    "nada",
    "echo",
    "echo.",
    "echo.mensaje",
    "echo.mensaje.repetir.",
    "ECHO.mensaje.repetir",
    "echo.mensaje.repetir%00",
    "%00",
    "echo%2Fmensaje",
    "..%2f..%2fetc",
    "%E0%A4%A",
    "%ff",
    "__proto__",
    "constructor",
    "x".repeat(8_000),
  ])("%s is tool_not_found, recorded", async (toolId) => {
    const answer = await callTool(api.app, toolId, {}, { key: own.key });
    expectRefusal(answer, "tool_not_found");
    expect(answer.body.meta["audit_status"]).toBe("recorded");
  });

  test("a disabled connector's tool is refused like an unknown one", async () => {
    const off = await api.organization({ connectors: [] });
    const call = async (toolId: string) => {
      const answer = await callTool(api.app, toolId, {}, { key: off.key });
      expectRefusal(answer, "tool_not_found");
      return answer.body.error?.details;
    };
    expect(await call(emit)).toEqual(await call("prueba.nada.nada"));
    await updateOrganization(api.deps, off.id, { connectors: ["prueba"] });
    const on = await callTool(api.app, emit, {}, { key: off.key });
    expect(on.body.error?.code).toBe("validation_error");
  });

  test.each([
    ["/v1/tools//execute", "POST"],
    ["/v1/tools/echo/mensaje/execute", "POST"],
    [`/v1/tools/${echo}/execute/`, "POST"],
    [`/v1/tools/${echo}/run`, "POST"],
    [`/v2/tools/${echo}/execute`, "POST"],
    ["/", "POST"],
    ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => [
      `/v1/tools/${echo}/execute`,
      method,
    ]),
  ])("%s by %s is tool_not_found", async (path = "", method = "") => {
    const headers = { authorization: `Bearer ${own.key}`, "content-type": "application/json" };
    const response = await api.app.request(path, {
      method,
      headers,
      ...(method !== "GET" && { body: valid }),
    });
    const body = (await response.json()) as Answered["body"];
    expectRefusal({ status: response.status, headers: response.headers, body }, "tool_not_found");
    expect(body.error?.suggested_fix).toContain("a path in GET /openapi.json");
  });
});

describe("an invalid credential", () => {
  const withBearer = (authorization: string) =>
    callTool(api.app, echo, { mensaje: "hola" }, { headers: { authorization } });

  test.each([
    ["two spaces", () => `Bearer  ${own.key}`],
    ["a space inside", () => `Bearer ${own.key.slice(0, 30)} ${own.key.slice(30)}`],
    ["a word behind", () => `Bearer ${own.key} x`],
    ["a tab", () => `Bearer\t${own.key}`],
    ["no space", () => `Bearer${own.key}`],
    ["no scheme", () => own.key],
    ["another scheme", () => `Basic ${own.key}`],
    ["the scheme alone", () => "Bearer"],
    ["quoted", () => `Bearer "${own.key}"`],
    ["two of them", () => `Bearer ${own.key}, Bearer ${own.key}`],
    ["in upper case", () => `Bearer ${own.key.toUpperCase()}`],
    ["one letter short", () => `Bearer ${own.key.slice(0, -1)}`],
    ["mistyped", () => `Bearer ${own.key.slice(0, -1)}${own.key.endsWith("0") ? "1" : "0"}`],
    ["empty", () => ""],
  ])("%s is unauthorized, and not recorded", async (_name, authorization) => {
    const answer = await withBearer(authorization());
    expectRefusal(answer, "unauthorized");
    expect(answer.body.meta["audit_status"]).toBe("not_recorded");
  });

  test("a missing one is unauthorized", async () => {
    expectRefusal(await callTool(api.app, echo, {}), "unauthorized");
  });

  test.each(["bearer", "BEARER", "Bearer"])("the scheme %s is accepted", async (scheme) => {
    const answer = await withBearer(`${scheme} ${own.key}`);
    expect(answer.body.data).toEqual({ mensaje: "hola" });
  });

  test("a key without scopes may do nothing, and is told what it lacks", async () => {
    const { key } = await api.key(own.id, []);
    const answer = await callTool(api.app, echo, { mensaje: "hola" }, { key });
    expectRefusal(answer, "scope_not_granted");
    expect(answer.body.error?.details).toEqual({ required: ["echo:read"] });
  });
});
