import { afterAll, beforeAll, expect, test } from "vitest";
import { apiScene, type ApiScene } from "#tests/support/lambda/api-scene.ts";

let scene: ApiScene;
beforeAll(async () => {
  scene = await apiScene();
});
afterAll(() => scene.close());

const now = "/v1/tools/core.timestamp.now/execute";

test("a tool is executed through the bundle's handler", async () => {
  const answer = await scene.send({
    method: "POST",
    path: now,
    headers: { authorization: `Bearer ${scene.key}`, "content-type": "application/json" },
    body: '{"input":{}}',
  });
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ data: { timezone: "America/Santiago" }, meta: {} });
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});
