import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";

/** ASVS 3.4.1, 3.4.4, 3.5.1: what another page in the same browser can do to ours. */
let api: TestApi;
let sandbox: TestSandbox;
beforeAll(async () => {
  [api, sandbox] = await Promise.all([testApi(), startTestSandbox(standaloneService())]);
});
afterAll(() => Promise.all([api?.close(), sandbox?.close()]));

test.each([
  ["GET", "/health/live"],
  ["GET", "/v1/nowhere"],
  ["GET", "/v1/tools"],
  ["GET", "/mcp"],
  ["GET", "/openapi.json"],
  ["POST", "/v1/tools/core.timestamp.now/execute"],
])(
  "%s %s cannot be taken for another type, and over TLS is never requested unencrypted again",
  async (method, path) => {
    const headersAt = async (baseUrl: string) =>
      (await createApi({ ...api.appDeps, baseUrl }).request(path, { method })).headers;
    const plain = await headersAt("http://127.0.0.1:1");
    expect(plain.get("x-content-type-options")).toBe("nosniff");
    expect(plain.get("strict-transport-security")).toBeNull();
    const secure = await headersAt("https://connect.test");
    expect(secure.get("x-content-type-options")).toBe("nosniff");
    expect(secure.get("strict-transport-security")).toBe("max-age=31536000");
  },
);

test("the sandbox's control plane accepts only its own pages", async () => {
  const clock = (origin: string | null) =>
    fetch(`${sandbox.url}/control/clock`, { headers: origin === null ? {} : { origin } });
  const own = new URL(sandbox.url).origin;
  expect((await clock(null)).status).toBe(200);
  expect((await clock(own)).status).toBe(200);
  for (const other of ["http://127.0.0.1:1", "http://localhost:1", "https://evil.test", "null"]) {
    expect((await clock(other)).status, other).toBe(403);
  }
});
