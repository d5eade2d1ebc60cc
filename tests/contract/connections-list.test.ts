import { beforeAll, expect, test } from "vitest";
import { callTool } from "#tests/support/scenes/api.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";
import { expectRefusal, issuesIn } from "#tests/support/refusal.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

const list = "conexiones.estado.consultar";

let api: SharedApi;
beforeAll(async () => {
  api = await sharedApi();
});

interface Page {
  conexiones: { id: string }[];
  cursor: string | null;
}

/** An organization with that many connections, oldest first. */
async function connected(count: number): Promise<{ key: string; ids: string[] }> {
  const { id, key } = await api.organization();
  const ids: string[] = [];
  while (ids.length < count) ids.push(await api.connection(id, "banco_a"));
  // Made within one millisecond, they are ordered by id, which begins with it.
  return { key, ids: ids.toSorted() };
}

async function pageOf(key: string, input: object): Promise<Page> {
  const { status, body } = await callTool(api.app, list, input, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as unknown as Page;
}

const idsOf = ({ conexiones }: Page): string[] => conexiones.map(({ id }) => id);

test("all connections are returned at once unless a page is requested", async () => {
  const { key, ids } = await connected(5);
  const all = await pageOf(key, {});
  expect([idsOf(all), all.cursor]).toEqual([ids, null]);
  const first = await pageOf(key, { limit: 2 });
  const second = await pageOf(key, { limit: 2, cursor: first.cursor });
  const last = await pageOf(key, { limit: 2, cursor: second.cursor });
  expect([first, second, last].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), [ids[4]]]);
  expect(last.cursor).toBeNull();
});

test("a stranger's cursor is invalid", async () => {
  const { key } = await connected(3);
  const stranger = await connected(3);
  const { cursor } = await pageOf(stranger.key, { limit: 1 });
  const answer = await callTool(api.app, list, { cursor }, { key });
  expectRefusal(answer, "validation_error");
  expect(issuesIn(answer)).toMatchObject([{ path: ["cursor"] }]);
});

test("an agent reads the connections of many companies page by page", async () => {
  const { key, ids } = await connected(120);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const input: object = cursor === null ? {} : { cursor };
    const { result } = await executeOverMcp((request) => api.app.fetch(request), list, input, {
      key,
    });
    expect(result?.content[0]?.text.length).toBeLessThan(50_000);
    const page = result?.structuredContent.data as unknown as Page;
    seen.push(...idsOf(page));
    ({ cursor } = page);
  } while (cursor !== null);
  expect(seen).toEqual(ids);
});
