import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import {
  testApi,
  type Answered,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import {
  everyRevision,
  executeOverMcp,
  mcpClient,
  revisions,
  sendMessage,
  type Send,
} from "#tests/support/agents/mcp-calls.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";

const probe = probeConnector();
let api: TestApi;
let owner: TestOrganization;
let send: Send;
const url = "http://connect.test/mcp";

beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector] });
  owner = await api.organization();
  send = (request) => api.app.fetch(request);
});
afterAll(() => api.close());

const own = () => ({ key: owner.key });

describe.each(everyRevision)("a client of the %s revision", (revision) => {
  test("sees the two tools and calls both", async () => {
    const client = await mcpClient({ send, url }, owner.key, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revisions[revision]);
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_docs", "execute"]);
    const ran = await client.callTool({
      name: "execute",
      arguments: { toolId: "echo.mensaje.repetir", input: { mensaje: "hola" } },
    });
    expect(ran.structuredContent).toMatchObject({ data: { mensaje: "hola" } });
    const found = await client.callTool({ name: "search_docs", arguments: { query: "saldo" } });
    const [first] = (found.structuredContent as { data: { results: object[] } }).data.results;
    expect(first).toMatchObject({ tool_id: "banco_a.saldos.consultar" });
    await client.close();
  });

  test("is not served with an invalid key", async () => {
    const client = await mcpClient({ send, url }, owner.key, revision);
    await client.close();
    await expect(mcpClient({ send, url }, `${owner.key}x`, revision)).rejects.toThrow();
  });
});

test("toolId and connectionId are also sent as headers", async () => {
  const { result } = await sendMessage(send, "tools/list", {}, own());
  const tools = result?.["tools"] as { name: string; inputSchema: { properties: object } }[];
  expect(tools.find(({ name }) => name === "execute")?.inputSchema.properties).toMatchObject({
    toolId: { "x-mcp-header": "ToolId" },
    connectionId: { "x-mcp-header": "ConnectionId" },
  });
});

test("every message is recorded, a tool's under its own name", async () => {
  const listed = await sendMessage(send, "tools/list", {}, own());
  const found = await sendMessage(
    send,
    "tools/call",
    { name: "search_docs", arguments: { query: "hora" } },
    own(),
  );
  const ran = await executeOverMcp(send, "core.timestamp.now", {}, own());
  const ids = [listed, found, ran].map(({ headers }) => headers.get("x-request-id"));
  const rows = await api.database.owner(
    `select operation, plane, outcome, client_label from audit
     where request_id = any($1) order by array_position($1, request_id)`,
    [ids],
  );
  const client_label = "connect-tests/1.0.0";
  expect(rows).toEqual([
    { operation: "mcp.message", plane: "control", outcome: "ok", client_label },
    { operation: "tools.search", plane: "control", outcome: "ok", client_label },
    { operation: "core.timestamp.now", plane: "action", outcome: "ok", client_label },
  ]);
});

describe("execute", () => {
  test("takes its input as an object or as JSON text", async () => {
    const input = { mensaje: "hola" };
    for (const given of [input, JSON.stringify(input)]) {
      const { result } = await executeOverMcp(send, "echo.mensaje.repetir", given, own());
      expect(result?.structuredContent.data).toEqual(input);
    }
    const broken = await executeOverMcp(send, "echo.mensaje.repetir", "{mensaje", own());
    expect(broken.result?.structuredContent.error?.details).toMatchObject({
      issues: [{ path: ["input"], code: "wrong_format" }],
    });
  });

  test("says code and fix first when it is refused, and the call to make", async () => {
    const { result } = await executeOverMcp(
      send,
      "prueba.movimientos.consultar",
      {},
      { ...own(), connection: "conn_nada" },
    );
    expect(result?.isError).toBe(true);
    const [first = "", next] = result?.content[0]?.text.split("\n") ?? [];
    expect(first).toMatch(/^validation_error: Correct each field/);
    expect(next).toBe('Next call: execute {"toolId":"conexiones.estado.consultar","input":{}}');
    expect(JSON.parse(result?.content[1]?.text ?? "")).toEqual(result?.structuredContent);
  });

  test("accepts a fix exactly as an answer has it", async () => {
    const params = {
      name: "execute",
      arguments: { tool_id: "conexiones.estado.consultar", input: {} },
    };
    const { result } = await sendMessage(send, "tools/call", params, own());
    expect(result?.structuredContent.data).toHaveProperty("conexiones");
  });

  test.each([
    ["toolId", "mcp-param-toolid"],
    ["tool_id", "mcp-param-toolid"],
    ["connectionId", "mcp-param-connectionid"],
    ["connection_id", "mcp-param-connectionid"],
  ])("is refused if its %s differs from the header %s", async (word, header) => {
    const args = { toolId: null, [word]: "echo.mensaje.repetir", input: { mensaje: "hola" } };
    const params = { name: "execute", arguments: args };
    const ask = (said: string) =>
      sendMessage(send, "tools/call", params, { ...own(), headers: { [header]: said } });
    const refused = await ask("core.timestamp.now");
    expect([refused.status, refused.error?.code]).toEqual([400, -32_020]);
    expect((await ask("echo.mensaje.repetir")).status).toBe(200);
  });

  test.each([
    [{ input: {} }, ["toolId"]],
    [{ toolId: null, input: {} }, ["toolId"]],
    [{ toolId: "echo.mensaje.repetir" }, ["input"]],
    [{ toolId: "echo.mensaje.repetir", input: { mensaje: "a" }, otro: 1 }, ["otro"]],
  ])("names what is wrong with %j", async (args, path) => {
    const answer = await sendMessage(
      send,
      "tools/call",
      { name: "execute", arguments: args },
      own(),
    );
    const { error } = answer.result?.structuredContent ?? {};
    expect(error?.code).toBe("validation_error");
    expect(error?.details).toMatchObject({ issues: [{ path }] });
  });

  test("honours an idempotency key, and keeps the caller's label", async () => {
    const { id, key } = await api.organization();
    const connection = await api.connection(id, "prueba");
    const before = probe.effects();
    const args = {
      toolId: "prueba.documento.emitir",
      input: { texto: "uno" },
      connectionId: connection,
      idempotencyKey: randomUUID(),
      clientTraceId: "mi-agente-7",
    };
    const call = () =>
      sendMessage(send, "tools/call", { name: "execute", arguments: args }, { key });
    const [first, again] = [await call(), await call()];
    expect(first.result?.structuredContent.meta["idempotency"]).toBe("stored");
    expect(again.result?.structuredContent.meta["idempotency"]).toBe("replayed");
    expect(probe.effects()).toBe(before + 1);
    const rows = await api.database.owner("select trace_label from audit where request_id = $1", [
      again.headers.get("x-request-id"),
    ]);
    expect(rows).toEqual([{ trace_label: "mi-agente-7" }]);
  });
});

describe("the choice of a connection", () => {
  const ask = (key: string, connection?: string, input: object = {}) =>
    executeOverMcp(send, "prueba.movimientos.consultar", input, {
      key,
      ...(connection !== undefined && { connection }),
    });
  const errorOf = async (answer: ReturnType<typeof ask>): Promise<Answered["body"]["error"]> =>
    (await answer).result?.structuredContent.error;

  test("is never made for the caller, who is told that there are several", async () => {
    const { id, key } = await api.organization();
    expect(await errorOf(ask(key))).toMatchObject({ code: "validation_error" });
    const first = await api.connection(id, "prueba");
    expect(await errorOf(ask(key))).toMatchObject({
      code: "validation_error",
      details: { issues: [{ path: ["connectionId"], code: "required" }] },
    });
    await api.connection(id, "banco_a");
    expect(await errorOf(ask(key))).toMatchObject({ code: "validation_error" });
    const second = await api.connection(id, "prueba");
    const error = await errorOf(ask(key));
    expect(error).toMatchObject({
      code: "connection_ambiguous",
      details: { candidates: [{ id: first }, { id: second }] },
    });
    for (const candidate of [first, second]) {
      expect((await ask(key, candidate)).result?.structuredContent.data).toHaveProperty("cursor");
    }
    expect(await errorOf(ask(key, undefined, { periodo: 7 }))).toMatchObject({
      code: "validation_error",
    });
  });

  test("does not list a stranger's, which is answered like an unknown one", async () => {
    const { key } = await api.organization();
    const strangers = await api.connection(owner.id, "prueba");
    const [theirs, unknown] = await Promise.all([
      errorOf(ask(key, strangers)),
      errorOf(ask(key, `conn_${"0".repeat(26)}`)),
    ]);
    expect(theirs?.details).toEqual(unknown?.details);
    expect(theirs?.details).toMatchObject({ issues: [{ path: ["connectionId"] }] });
  });
});
