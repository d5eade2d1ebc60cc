import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/dashboard.ts";

let api: TestApi;
let dashboard: TestDashboard;
beforeAll(async () => {
  api = await testApi();
  dashboard = await testDashboard(api);
});
afterAll(async () => {
  await dashboard.close();
  await api.close();
});

test("who verifies a token finds the keys", async () => {
  const answer = await dashboard.app.request("/auth/jwks");
  expect(answer.status).toBe(200);
  const { keys } = (await answer.json()) as { keys: object[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty("d");
});
