import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDashboard } from "#tests/support/dashboard.ts";

let scene: Awaited<ReturnType<typeof emptyDashboard>>;
beforeAll(async () => {
  scene = await emptyDashboard();
});
afterAll(() => scene.close());

test("who verifies a token finds the keys", async () => {
  const answer = await scene.dashboard.app.request("/auth/jwks");
  expect(answer.status).toBe(200);
  const { keys } = (await answer.json()) as { keys: object[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty("d");
});
