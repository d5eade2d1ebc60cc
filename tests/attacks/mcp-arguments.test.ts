import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { readableLog } from "#tests/support/log.ts";
import { revisions, type ToolResult } from "#tests/support/agents/mcp-calls.ts";

/* Arguments that no model writes, and requests whose answers are larger than they are. */

const { log, lines } = readableLog();
let api: TestApi;
let owner: TestOrganization;
beforeAll(async () => {
  api = await testApi({ log });
  owner = await api.organization();
});
afterAll(() => api.close());

/** A call of the earlier revision, which does not repeat arguments in headers. */
async function callRaw(
  name: string,
  args: string,
  app = api.app,
): Promise<{ status: number; result: ToolResult }> {
  const response = await app.request("/mcp", {
    method: "POST",
    headers: {
      authorization: `Bearer ${owner.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revisions.earlier,
    },
    body: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
  });
  // One event, whose data is the answer.
  const text = (await response.text()).replace(/^event: message\ndata: /, "");
  const { result } = JSON.parse(text) as { result: ToolResult };
  return { status: response.status, result };
}

async function outcomes(): Promise<unknown[]> {
  const rows = "select operation, outcome from audit where organization_id = $1 order by at desc";
  return (await api.database.owner(rows, [owner.id])).map(({ outcome }) => outcome);
}

const deep = `${"[".repeat(120_000)}${"]".repeat(120_000)}`;
const odd = {
  "an object that has no text": '{"toString":null}',
  "a list nested 120,000 deep": deep,
  "a number": "7",
  "a boolean": "true",
};

describe.each(Object.entries(odd))("%s", (_what, value) => {
  test.each(["toolId", "connectionId", "idempotencyKey", "clientTraceId", "tool_id"])(
    "as %s is an invalid field, and recorded as one",
    async (field) => {
      const named = { toolId: '"core.timestamp.now"', input: '{"timezone":"UTC"}' };
      const fields = Object.entries({
        ...(field === "tool_id" ? { input: named.input } : named),
        [field]: value,
      });
      const args = `{${fields.map(([name, text]) => `"${name}":${text}`).join(",")}}`;
      const { status, result } = await callRaw("execute", args);
      expect(status).toBe(200);
      const path = [field === "tool_id" ? "toolId" : field];
      expect(result.structuredContent.error).toMatchObject({
        code: "validation_error",
        details: { issues: [{ path, code: "wrong_type", message: "Send a string" }] },
      });
      expect((await outcomes())[0]).toBe("validation_error");
    },
  );
});

test.each(["execute", "search_docs"])(
  "a deep input of %s gets none of the engine's own error text",
  async (name) => {
    const input = name === "execute" ? `"toolId":"core.timestamp.now","input":` : `"query":`;
    const { result } = await callRaw(name, `{${input}${deep}}`);
    expect(result.structuredContent.error).toMatchObject({ code: "validation_error" });
    expect(JSON.stringify(result)).not.toMatch(/Maximum call stack|RangeError|TypeError/);
  },
);

test("an unexpected error is internal_error with a fixed text, recorded and logged", async () => {
  const { catalogue } = api.deps;
  const find = () => {
    throw new TypeError("words of the engine");
  };
  const whole = async () => ({ ...(await catalogue.whole()), find });
  const broken = createApi({ ...api.appDeps, catalogue: { ...catalogue, whole } });
  const args = '{"toolId":"core.timestamp.now","input":{}}';
  const { result } = await callRaw("execute", args, broken);
  expect(result.structuredContent.error).toMatchObject({ code: "internal_error" });
  expect(JSON.stringify(result)).not.toContain("words of the engine");
  expect((await outcomes())[0]).toBe("internal_error");
  expect(lines.join("\n")).toContain("words of the engine");
});

test("31,000 unknown fields are answered with fifty issues, over REST and MCP", async () => {
  // Names of three characters: as many as one body can hold.
  const fields = Array.from({ length: 31_000 }, (_, n) => `"${n.toString(36)}":1`).join(",");
  const { result } = await callRaw("search_docs", `{${fields}}`);
  const { details } = result.structuredContent.error ?? {};
  expect(details?.["issues"]).toHaveLength(50);
  expect(JSON.stringify(result).length).toBeLessThan(32_000);
  const response = await api.app.request("/v1/tools/core.timestamp.now/execute", {
    method: "POST",
    headers: { authorization: `Bearer ${owner.key}`, "content-type": "application/json" },
    body: `{"input":{${fields}}}`,
  });
  expect((await response.text()).length).toBeLessThan(16_000);
});
