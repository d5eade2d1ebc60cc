import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateConnection, type ConnectionChange } from "#lib/connections/index.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import { requiredScopes } from "#lib/tools/catalogue.ts";
import type { ToolHit } from "#lib/tools/search/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { workersUnreachable } from "#tests/support/scenes/workers-unreachable.ts";

const tools = connectors.flatMap((connector) => connector.tools);

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  await api.database.owner(workersUnreachable);
});
afterAll(() => api.close());

interface Caller {
  key: string;
  connection?: string;
}

/** A separate organization with one connection of the tool's system. */
async function connected(
  tool: Tool,
  change: ConnectionChange = {},
): Promise<Caller & { id: string }> {
  const { id, key } = await api.organization({ plan: "free" });
  if (!tool.needsConnection) return { id, key };
  const connection = await api.connection(id, tool.connector);
  await updateConnection(api.deps, connection, change);
  return { id, key, connection };
}

async function withKey(tool: Tool, scopes: string[]): Promise<Caller> {
  const { id, ...caller } = await connected(tool);
  return { ...caller, key: (await api.key(id, scopes)).key };
}

const callers: Record<string, (tool: Tool) => Promise<Caller>> = {
  "that may read another system": (tool) =>
    withKey(tool, [tool.connector === "echo" ? "core:read" : "echo:read"]),
  "that may only read": (tool) => withKey(tool, [`${tool.connector}:read`]),
  "without a connection": async () => ({ key: (await api.organization()).key }),
  "with a disabled connection": (tool) => connected(tool, { disabled: true }),
  "with a connection whose scopes are off": (tool) => connected(tool, { scopes: [] }),
  "with a connection that only reads": (tool) =>
    connected(tool, { scopes: [`${tool.connector}:read`] }),
  "with a connection without modules": (tool) => connected(tool, { alcances: [] }),
  "with a kind of access that cannot serve it": async (tool) => {
    const caller = await connected(tool);
    await api.database.owner("update connections set acceso = 'representante' where id = $1", [
      caller.connection,
    ]);
    return caller;
  },
  "whose payment is overdue": async (tool) => {
    const caller = await connected(tool);
    await updateOrganization(api.deps, caller.id, { billing: "past_due" });
    return caller;
  },
  "without a plan": async (tool) => {
    const caller = await connected(tool);
    await updateOrganization(api.deps, caller.id, { billing: "none" });
    return caller;
  },
  "whose connection has used up its calls": async (tool) => {
    const caller = await connected(tool);
    await api.database.owner(
      `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
       select $2::text || n, $1, $2, to_char(now() + n * interval '1 month', 'YYYY-MM'), 1000
       from generate_series(-1, 1) n where $2::text is not null`,
      [caller.id, caller.connection ?? null],
    );
    return caller;
  },
  "whose credential was rejected": (tool) => connected(tool, { credencial: "rechazada" }),
};

/** Refusals that depend on the caller. All others depend on the input. */
const ofCaller = (
  "tool_not_found scope_not_granted connection_disabled connection_scope_not_enabled " +
  "alcance_not_enabled alcance_scheme_unsupported billing_past_due subscription_required " +
  "quota_exceeded connection_credential_required connected_account_required"
).split(" ");

async function lookUp(tool: Tool, key: string): Promise<ToolHit | undefined> {
  const url = `/v1/tools?query=&tool_id=${tool.id}`;
  const response = await api.app.request(url, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { results: ToolHit[] } };
  return data.results[0];
}

/** The first code that `execute` returns for the example, if it is about the caller. */
async function refusalOf(
  tool: Tool,
  { key, connection }: Caller,
  input: unknown = tool.example.input,
): Promise<string | null> {
  const answer = await callTool(api.app, tool.id, input, {
    key,
    ...(connection !== undefined && { connection }),
    ...(tool.effect === "destructive" && { idempotencyKey: randomUUID() }),
  });
  const code = answer.body.error?.code ?? null;
  const missing = code === "validation_error" && connection === undefined && tool.needsConnection;
  return missing || ofCaller.includes(String(code)) ? code : null;
}

/** These look up what their input names before they need a credential; fixes.test.ts covers them. */
const namesSomething = (tool: Tool): boolean =>
  ["previewRef", "operacionId", "solicitudId", "referencia"].some(
    (field) => field in (tool.example.input as object),
  );

const atOnce = 12;

// Concurrently: one of these calls waits for its worker as long as a call may.
test.concurrent.for(Object.entries(callers))(
  "a caller %s is told about every tool what a call would answer",
  async ([, callerOf], { expect }) => {
    const compare = async (tool: Tool): Promise<number> => {
      const caller = await callerOf(tool);
      const hit = await lookUp(tool, caller.key);
      if (hit?.why_not === "connection_credential_required" && namesSomething(tool)) return 0;
      const answered = await refusalOf(tool, caller, hit?.example?.input);
      expect.soft([tool.id, hit?.why_not]).toEqual([tool.id, answered]);
      expect.soft(hit?.available).toBe(hit?.why_not === null);
      return 1;
    };
    const compared: number[] = [];
    // All tools at once would wait too long for a database connection.
    for (let from = 0; from < tools.length; from += atOnce) {
      compared.push(...(await Promise.all(tools.slice(from, from + atOnce).map(compare))));
    }
    const all = compared.reduce<number>((sum, one) => sum + one, 0);
    expect(all).toBeGreaterThanOrEqual(tools.filter((tool) => !namesSomething(tool)).length);
  },
);

test("a disabled connector's tool is shown as execute answers it: unknown", async () => {
  const { key } = await api.organization({ connectors: ["banco_a"] });
  const hidden = tools.filter(({ connector }) => connector === "banco_b");
  expect(hidden.length).toBeGreaterThanOrEqual(8);
  for (const tool of hidden) {
    const hit = await lookUp(tool, key);
    expect(hit).toMatchObject({ available: false, why_not: "tool_not_found", next_call: null });
    expect(await refusalOf(tool, { key })).toBe("tool_not_found");
  }
});

test("a key without any scope cannot search either", async () => {
  const { id } = await api.organization();
  const { key } = await api.key(id, []);
  const response = await api.app.request("/v1/tools?query=saldo", {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: "scope_not_granted" } });
});

test("every caller was tried on the whole catalogue", () => {
  expect(tools.length).toBeGreaterThan(90);
  expect(requiredScopes(tools[0] as Tool)).toHaveLength(1);
  expect(Object.keys(callers)).toHaveLength(12);
});
