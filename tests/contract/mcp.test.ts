import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/api.ts";
import { everyRevision, mcpClient, revisions, type Send } from "#tests/support/mcp.ts";

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

describe.each(everyRevision)("a client of the %s revision", (revision) => {
  test("sees the two tools and calls both", async () => {
    const client = await mcpClient({ send, url }, owner.key, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revisions[revision]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_docs", "execute"]);
    const ran = await client.callTool({
      name: "execute",
      arguments: { toolId: "echo.mensaje.repetir", input: { mensaje: "hola" } },
    });
    expect(ran.structuredContent).toMatchObject({ data: { mensaje: "hola" } });
    const found = await client.callTool({ name: "search_docs", arguments: { query: "saldo" } });
    expect(found.structuredContent).toMatchObject({
      data: {
        results: expect.arrayContaining([expect.objectContaining({ title: expect.any(String) })]),
      },
    });
    await client.close();
  });
});
