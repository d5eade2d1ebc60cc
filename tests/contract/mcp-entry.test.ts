import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { recordedRefusalsPerMinute } from "#lib/limits/index.ts";
import { ErrorEnvelope } from "#lib/tools/documents/index.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { revisions, sendMessage, type Send } from "#tests/support/agents/mcp-calls.ts";

let api: TestApi;
let owner: TestOrganization;
let send: Send;
const url = "http://connect.test/mcp";

beforeAll(async () => {
  api = await testApi();
  owner = await api.organization();
  send = (request) => api.app.fetch(request);
});
afterAll(() => api.close());

const own = () => ({ key: owner.key });

describe("requests that are refused", () => {
  test.each([
    // The protocol's own methods, which only a server with sessions has.
    ["GET", 405],
    ["DELETE", 405],
    ["HEAD", 405],
    ["PUT", 404],
    ["PATCH", 404],
    ["OPTIONS", 404],
  ])("%s is %i, in the envelope and with its id", async (method, status) => {
    const given = { authorization: `Bearer ${owner.key}` };
    for (const headers of [{}, given]) {
      const response = await api.app.request("/mcp", { method, headers });
      const allow = status === 405 ? "POST" : null;
      expect([response.status, response.headers.get("allow")]).toEqual([status, allow]);
      const requestId = response.headers.get("x-request-id");
      expect(requestId).toMatch(idPattern("req"));
      const body = await response.text();
      if (method === "HEAD") continue;
      const { error, meta } = ErrorEnvelope.parse(JSON.parse(body));
      expect([error.code, meta.request_id]).toEqual(["tool_not_found", requestId]);
    }
  });

  test("a client that asks for a session is on record as refused nothing, unlike one with a wrong method", async () => {
    const { id, key } = await api.organization();
    const headers = { authorization: `Bearer ${key}` };
    for (const method of ["GET", "DELETE", "PUT"])
      await api.app.request("/mcp", { method, headers });
    const recorded = "select operation, http_status from audit where organization_id = $1";
    expect(await api.database.owner(recorded, [id])).toEqual([
      { operation: "path.unknown", http_status: 404 },
    ]);
  });

  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "http://connect.test:8080" }],
    [{ origin: "https://connect.test" }],
    [{ origin: "null" }],
    [{ host: "evil.example" }],
    [{ host: "connect.test.evil.example" }],
    [{ host: "connect.test", "x-forwarded-host": "evil.example" }],
  ])("another site's %j is 403, whatever its credential", async (headers) => {
    const answer = await sendMessage(send, "tools/list", {}, { ...own(), headers });
    expect(answer.status).toBe(403);
  });

  test("our own pages and names are accepted", async () => {
    for (const headers of [
      { origin: "http://connect.test" },
      { host: "connect.test" },
      { host: "abc.lambda-url.example", "x-forwarded-host": "connect.test" },
    ]) {
      const answer = await sendMessage(send, "tools/list", {}, { ...own(), headers });
      expect(answer.status).toBe(200);
    }
  });

  test("on this machine only its own names count, whatever an edge would say", async () => {
    const local = createApi({ ...api.appDeps, baseUrl: "http://127.0.0.1:8787" });
    const ask = (headers: Record<string, string>) =>
      sendMessage((request) => local.fetch(request), "tools/list", {}, { ...own(), headers });
    expect((await ask({ host: "localhost:8787", origin: "http://localhost:8787" })).status).toBe(
      200,
    );
    expect((await ask({ host: "[::1]:8787" })).status).toBe(200);
    const rebound = { host: "evil.example:8787", "x-forwarded-host": "127.0.0.1:8787" };
    expect((await ask(rebound)).status).toBe(403);
    expect((await ask({ origin: "http://localhost:3000" })).status).toBe(403);
  });

  const messages: [string, Record<string, unknown>][] = [
    ["tools/list", {}],
    ["server/discover", {}],
    ["tools/call", { name: "execute", arguments: { toolId: "core.timestamp.now", input: {} } }],
    ["tools/call", { name: "search_docs", arguments: { query: "hora" } }],
    ["tools/call", { name: "nada", arguments: {} }],
    ["nada/nada", {}],
  ];
  test.each(messages)(
    "%s %j without a valid key is told where to get one",
    async (method, params) => {
      const revoked = await api.key(owner.id, ["core:read"], "2020-01-01T00:00:00.000Z");
      for (const key of [undefined, "connect_sk_nunca", revoked.key]) {
        const answer = await sendMessage(send, method, params, { key });
        expect(answer.status).toBe(401);
        const challenge = answer.headers.get("www-authenticate") ?? "";
        const [, where = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
        const metadata = await api.app.request(new URL(where).pathname);
        expect(await metadata.json()).toMatchObject({ resource: url });
        expect(answer.error?.data).toMatchObject({ error: { code: "unauthorized" } });
      }
    },
  );

  test.each([
    ["several messages in one", (one: string) => `[${one},${one}]`, -32_600],
    ["no message", () => "[]", -32_600],
    ["null", () => "null", -32_600],
    ["what is no JSON", (one: string) => one.slice(1), -32_700],
    ["nothing", () => "", -32_700],
  ])("%s is refused with the protocol's own number", async (_what, write, code) => {
    const answer = await sendMessage(send, "tools/list", {}, { ...own(), write });
    expect([answer.status, answer.error?.code]).toEqual([400, code]);
    expect(answer.error?.data).toMatchObject({ error: { code: "malformed_request" } });
  });
});

describe("a revision before the last two", () => {
  const older = ["2025-06-18", "2025-03-26", "2024-11-05"];
  const message = (method: string, params: object, headers: Record<string, string> = {}) =>
    api.app.request("/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${owner.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
    });

  test.each(older)("%s is not granted: the client is told which one is", async (asked) => {
    const clientInfo = { name: "connect-tests", version: "1.0.0" };
    const params = { protocolVersion: asked, capabilities: {}, clientInfo };
    const answer = await message("initialize", params);
    expect(await answer.text()).toContain(`"protocolVersion":"${revisions.earlier}"`);
  });

  test.each(older)("%s is not valid in a message's header", async (version) => {
    const answer = await message("ping", {}, { "mcp-protocol-version": version });
    expect(answer.status).toBe(400);
  });
});

describe("what the protocol itself refuses", () => {
  const ask = (key: string, headers: Record<string, string>, write = (text: string) => text) =>
    sendMessage(send, "ping", {}, { key, headers, write });
  type Refusal = [string, 400 | 406, Record<string, string>, (() => string)?];
  const refusals: Refusal[] = [
    ["a revision that is none", 400, { "mcp-protocol-version": "1999-01-01" }],
    ["another method in the header", 400, { "mcp-method": "tools/list" }],
    ["no message", 400, { "mcp-protocol-version": "2025-11-25" }, () => "{}"],
    [
      "a client that takes no stream",
      406,
      { "mcp-protocol-version": "2025-11-25", accept: "application/json" },
      () => JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" }),
    ],
  ];

  test.each(refusals)(
    "%s is recorded as refused, with %i",
    async (_what, status, headers, write) => {
      const { id, key } = await api.organization();
      const answer = await ask(key, headers, write);
      expect(answer.status).toBe(status);
      const rows = await api.database.owner(
        "select request_id, operation, outcome, http_status from audit where organization_id = $1",
        [id],
      );
      const request_id = answer.headers.get("x-request-id");
      const outcome = "malformed_request";
      expect(rows).toEqual([
        { request_id, operation: "mcp.message", outcome, http_status: status },
      ]);
    },
  );

  test("so is an unknown method of the current revision, and an accepted notification is no refusal", async () => {
    const { id, key } = await api.organization();
    const unknown = await sendMessage(send, "nada/nada", {}, { key });
    const taken = await ask(key, { "mcp-protocol-version": "2025-11-25" }, () =>
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    );
    expect([unknown.status, taken.status]).toEqual([404, 202]);
    const rows = await api.database.owner(
      "select outcome, http_status from audit where organization_id = $1 order by http_status",
      [id],
    );
    expect(rows).toEqual([
      { outcome: "ok", http_status: 202 },
      { outcome: "malformed_request", http_status: 404 },
    ]);
  });

  test("it does not fill the audit: it counts among the key's refusals", async () => {
    const { id, key } = await api.organization();
    const minute = Math.ceil(api.clock.now().getTime() / 60_000);
    api.clock.moveTo(new Date(minute * 60_000));
    for (let time = 0; time <= recordedRefusalsPerMinute; time++) {
      const answer = await ask(key, { "mcp-protocol-version": "1999-01-01" });
      expect(answer.status).toBe(400);
    }
    const rows = await api.database.owner("select 1 from audit where organization_id = $1", [id]);
    expect(rows).toHaveLength(recordedRefusalsPerMinute);
  });
});
