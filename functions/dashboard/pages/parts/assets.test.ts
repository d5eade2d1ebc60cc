import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { assetRoutes, scriptPath, stylePath } from "./assets.ts";

test.each([
  ["style", stylePath, 8],
  ["script", scriptPath, 4],
])("the %s is small, and its name lets it be cached for ever", async (_, path, mostKb) => {
  const app = new Hono();
  assetRoutes(app);
  const answer = await app.request(path);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const { length } = gzipSync(await answer.text());
  expect(length).toBeGreaterThan(300);
  expect(length).toBeLessThanOrEqual(mostKb * 1024);
});
