import { beforeAll, describe, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { connectors } from "#lib/tools/connectors.ts";
import type { Tool } from "#lib/contract/index.ts";
import { errorEntry, isErrorCode } from "#lib/kernel/errors/index.ts";
import { callTool, type Answered } from "#tests/support/scenes/api.ts";
import { executeOverMcp, type Send } from "#tests/support/agents/mcp-calls.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

const tools = connectors.flatMap((connector) => connector.tools);

let api: SharedApi;
let send: Send;
beforeAll(async () => {
  api = await sharedApi();
  send = (request) => api.app.fetch(request);
});

/** Each caller has its own organization, so that no call meets another's effects. */
const callers = {
  "with a connection whose credential is dead": async (tool: Tool) => {
    const { id, key } = await api.organization();
    if (!tool.needsConnection) return { key };
    const connection = await api.connection(id, tool.connector);
    await updateConnection(api.contextOf(id), connection, { credencial: "rechazada" });
    return { key, connection };
  },
  "with a stranger's connection": async (tool: Tool) => {
    const { key } = await api.organization();
    const stranger = await api.organization();
    return { key, connection: await api.connection(stranger.id, tool.connector) };
  },
  "with a disabled connection": async (tool: Tool) => {
    const { id, key } = await api.organization();
    const connection = await api.connection(id, tool.connector);
    await updateConnection(api.contextOf(id), connection, { disabled: true });
    return { key, connection };
  },
  "without scopes": async () => ({ key: (await api.organization({ scopes: [] })).key }),
  "whose organization lacks the connector": async () => ({
    key: (await api.organization({ connectors: [] })).key,
  }),
} satisfies Record<string, (tool: Tool) => Promise<{ key: string; connection?: string }>>;

/** What differs between any two calls: ids, instants, durations; and the fix, which depends on the surface. */
function comparable({ error, ...rest }: Answered["body"], surface: "rest" | "mcp"): unknown {
  if (error !== undefined) {
    if (!isErrorCode(error.code)) throw new Error(`no code ${error.code}`);
    const { fix, fixOverMcp = fix } = errorEntry(error.code);
    expect(error.suggested_fix).toBe(surface === "rest" ? fix : fixOverMcp);
  }
  const told = error === undefined ? {} : { error: { ...error, suggested_fix: null } };
  const text = JSON.stringify({ ...rest, ...told })
    .replaceAll(/"latency_ms":\d+/g, '"latency_ms":0')
    .replaceAll(/\b(req|org|conn|key|sjb|cs)_[0-9a-z]{26}\b/g, "$1_")
    .replaceAll(/connect\/[\w-]+/g, "connect/")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}/g, "uuid")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "instant")
    .replaceAll(/"unix":\d+/g, '"unix":0')
    .replaceAll(/"path":\["X-Connect-Connection"\]/g, '"path":["connectionId"]');
  return JSON.parse(text);
}

const key = "3f1c0c8e-9a44-4a6e-8d2b-1f2e3d4c5b6a";

describe.each(Object.entries(callers))("a caller %s", (_name, callerOf) => {
  test.each(tools.map((tool) => [tool.id, tool] as const))(
    "gets the same answer from %s over REST and MCP",
    async (id, tool) => {
      const { input } = tool.example;
      const needs = tool.effect === "destructive" ? { idempotencyKey: key } : {};
      const rest = await callTool(api.app, id, input, { ...(await callerOf(tool)), ...needs });
      const mcp = await executeOverMcp(send, id, input, { ...(await callerOf(tool)), ...needs });
      expect(mcp.status).toBe(200);
      expect(mcp.result?.isError ?? false).toBe(rest.status !== 200);
      expect(comparable(mcp.result?.structuredContent ?? { meta: {} }, "mcp")).toEqual(
        comparable(rest.body, "rest"),
      );
      expect(mcp.headers.get("retry-after")).toBe(rest.headers.get("retry-after"));
    },
  );
});

test("the whole catalogue was called", () => {
  expect(tools.length).toBeGreaterThan(90);
  expect(Object.keys(callers)).toHaveLength(5);
});
