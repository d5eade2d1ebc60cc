import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";

let scene: JobScene;
let owner: TestOrganization;
let jobs: string[];
beforeAll(async () => {
  scene = await jobScene();
  owner = await scene.organization();
  const connection = await scene.connect(owner.id);
  jobs = [];
  for (const periodo of ["2026-08", "2026-09", "2026-10"]) {
    jobs.unshift(await scene.request(owner.id, connection, { periodo }));
  }
});
afterAll(() => scene.close());

interface Page {
  data: { id: string }[];
  pagination: { cursor: string | null; hasMore: boolean };
  meta: Record<string, unknown>;
  error?: { code: string; details: unknown };
}

async function list(query = "", key = owner.key): Promise<Page> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await scene.app.request(`/v1/syncs${query}`, { headers });
  return (await response.json()) as Page;
}

test("the list is a page like any list: its rows in data, the cursor in pagination", async () => {
  const all = await list();
  expect(Object.keys(all).toSorted()).toEqual(["data", "meta", "pagination"]);
  expect(all.data.map(({ id }) => id)).toEqual(jobs);
  expect(all.pagination).toEqual({ cursor: null, hasMore: false });

  const first = await list("?limit=2");
  expect(first.data.map(({ id }) => id)).toEqual(jobs.slice(0, 2));
  expect(first.pagination).toEqual({ cursor: expect.any(String), hasMore: true });
  const cursor = encodeURIComponent(String(first.pagination.cursor));
  const second = await list(`?limit=2&cursor=${cursor}`);
  expect(second.data.map(({ id }) => id)).toEqual(jobs.slice(2));
  expect(second.pagination).toEqual({ cursor: null, hasMore: false });
});

test.each([[[]], [["webhooks:read"]], [["core:read", "banco_a:write"]]])(
  "a key with the scopes %j may read no system's jobs, and is told so",
  async (scopes) => {
    const { key } = await scene.key(owner.id, scopes);
    expect((await list("", key)).error).toMatchObject({
      code: "scope_not_granted",
      details: { required: ["<sistema>:read"] },
    });
  },
);

test("a key of another system sees none of them", async () => {
  const { key } = await scene.key(owner.id, ["banco_b:read"]);
  expect((await list("", key)).data).toEqual([]);
});

test("a key without scopes cannot search; the whole catalogue is public", async () => {
  const { key } = await scene.key(owner.id, []);
  const headers = { authorization: `Bearer ${key}` };
  const searched = await scene.app.request("/v1/tools?query=saldo", { headers });
  expect(await searched.json()).toMatchObject({ error: { code: "scope_not_granted" } });
  expect((await scene.app.request("/v1/tools", { headers })).status).toBe(200);
});

test.each(["%00", "sjb_a%00b", "x", "sjb_", "%ff", "x".repeat(65)])(
  "an unknown id is not found, even %s",
  async (id) => {
    const headers = { authorization: `Bearer ${owner.key}` };
    for (const [method, path] of [
      ["GET", `/v1/syncs/${id}`],
      ["POST", `/v1/syncs/${id}/cancel`],
    ] as const) {
      const response = await scene.app.request(path, { method, headers });
      const { error } = (await response.json()) as Page;
      expect([response.status, error?.code]).toEqual([404, "sync_job_not_found"]);
    }
  },
);

test.each(["%00", "conn_a%00b", "x", "conn_1"])(
  "the list rejects %s as a connection id",
  async (id) => {
    const { error } = await list(`?connection_id=${id}`);
    expect(error).toMatchObject({
      code: "validation_error",
      details: { issues: [{ path: ["connection_id"] }] },
    });
  },
);
