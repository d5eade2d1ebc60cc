import { beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { executeSchema } from "#functions/api/mcp/execute-tool.ts";
import { AppError, errorCodes, type Issue } from "#lib/kernel/errors/index.ts";
import { errorEnvelope } from "#lib/tools/call/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { executeOverMcp, sendMessage, type Send } from "#tests/support/agents/mcp-calls.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

/** Terms that an agent over MCP cannot use: paths, methods, headers and bodies. */
const restOnly =
  /\b(?:GET|POST|PATCH|DELETE) \/|\bPOST\b|\bheaders?\b|\bbody\b|Idempotency-Key|X-Connect|Retry-After/i;

const meta = {
  request_id: "req_01k2ap5bx0q8zt3v6wdn9ym4hc",
  plane: "action",
  latency_ms: 1,
  audit_status: "recorded",
} as const;

let api: SharedApi;
let owner: TestOrganization;
let send: Send;
beforeAll(async () => {
  api = await sharedApi();
  owner = await api.organization();
  send = (request) => api.app.fetch(request);
});

test("no code mentions REST over MCP, in its message and its fix", () => {
  expect(errorCodes.length).toBeGreaterThanOrEqual(79);
  for (const code of errorCodes) {
    const { error } = errorEnvelope(new AppError(code), meta, "mcp");
    expect.soft([code, error.message]).toEqual([code, expect.not.stringMatching(restOnly)]);
    expect.soft([code, error.suggested_fix]).toEqual([code, expect.not.stringMatching(restOnly)]);
  }
});

describe("a refusal over MCP", () => {
  test("of a mistyped id names at most three similar enabled ones", async () => {
    const asked = "banco_a.movimiento.consultar";
    const { result } = await executeOverMcp(send, asked, {}, { key: owner.key });
    const { error } = result?.structuredContent ?? {};
    expect(error).toMatchObject({ code: "tool_not_found" });
    const nearest = (error?.details?.["nearest"] ?? []) as string[];
    expect(nearest[0]).toBe("banco_a.movimientos.consultar");
    expect(nearest.length).toBeLessThanOrEqual(3);
    const few = await api.organization({ connectors: ["banco_b"] });
    const other = await executeOverMcp(send, asked, {}, { key: few.key });
    const enabled = other.result?.structuredContent.error?.details?.["nearest"] as string[];
    expect(enabled).toContain("banco_b.movimientos.consultar");
    expect(enabled.filter((id) => id.startsWith("banco_a"))).toEqual([]);
    const overRest = await callTool(api.app, asked, {}, { key: owner.key });
    expect(overRest.body.error?.details).toEqual({ nearest });
  });

  test("names its own fields in every issue, whatever tool is called with nothing", async () => {
    let refused = 0;
    for (const tool of connectors.flatMap((connector) => connector.tools)) {
      const params = { name: "execute", arguments: { toolId: tool.id, input: { nada: 1 } } };
      const { result } = await sendMessage(send, "tools/call", params, { key: owner.key });
      const { error } = result?.structuredContent ?? {};
      if (error === undefined) continue;
      expect
        .soft([tool.id, JSON.stringify(error)])
        .toEqual([tool.id, expect.not.stringMatching(restOnly)]);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(75);
  });

  test.each([
    ["without input", { toolId: "core.timestamp.now" }],
    ["without a tool", { input: {} }],
    ["with fields of its own", { toolId: "core.timestamp.now", input: {}, cuerpo: 1 }],
    ["with an input that is no JSON", { toolId: "core.timestamp.now", input: "{" }],
  ])("%s too", async (_name, args) => {
    const params = { name: "execute", arguments: args };
    const { result } = await sendMessage(send, "tools/call", params, { key: owner.key });
    const { error } = result?.structuredContent ?? {};
    expect(error?.code).toBe("validation_error");
    expect(JSON.stringify(error)).not.toMatch(restOnly);
  });
});

test("an argument that execute does not have is answered with those that it has", async () => {
  const args = { toolId: "banco_a.saldos.consultar", input: {}, connection: "conn_x" };
  const params = { name: "execute", arguments: args };
  const { result } = await sendMessage(send, "tools/call", params, { key: owner.key });
  const issues = result?.structuredContent.error?.details?.["issues"] as Issue[];
  const message = issues.find(({ path }) => path[0] === "connection")?.message;
  expect(message?.match(/\b[a-z]+[A-Z]\w+|\binput\b/g)).toEqual(
    Object.keys(executeSchema.properties),
  );
});

test("a tool called with another method is told its method", async () => {
  const url = "/v1/tools/core.timestamp.now/execute";
  for (const headers of [{}, { authorization: `Bearer ${owner.key}` }]) {
    const response = await api.app.request(url, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: {
        code: "tool_not_found",
        suggested_fix: expect.stringContaining("details.method"),
        details: { method: "POST" },
      },
    });
  }
});
