import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { createApi } from "./app.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("routes that failed to load are loaded by the next request", async () => {
  const { catalogue } = api.deps;
  let loads = 0;
  const whole = async () => {
    loads += 1;
    if (loads === 1) throw new Error("EMFILE");
    return catalogue.whole();
  };
  const app = createApi({ ...api.appDeps, catalogue: { ...catalogue, whole } });
  const first = await app.request("/health");
  expect(first.status).toBe(500);
  expect(await first.json()).toMatchObject({ error: { code: "internal_error" } });
  expect((await app.request("/health")).status).toBe(200);
  expect((await app.request("/nowhere")).status).toBe(404);
  expect(loads).toBe(2);
});
