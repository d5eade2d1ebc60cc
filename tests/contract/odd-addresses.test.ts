import { afterAll, beforeAll, expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { errorEntry, isErrorCode } from "#lib/kernel/errors/index.ts";
import { testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";

// Whatever a caller writes into an address is at most the caller's fault.

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await testApi();
  const scopes = ["tributario:read", "banco_a:read", "webhooks:read", "webhooks:write"];
  ({ key } = await api.organization({ scopes }));
});
afterAll(() => api.close());

/** No database accepts the first character, and no id has the others. */
const odd = ["%00", "a%00b", "%ff", "%27--", "x".repeat(300), "%F0%9F%A6%84"];

const inPaths = controlOperations.filter(({ path }) => path.includes("{"));
const inQueries = controlOperations.flatMap(({ method, path, query }) =>
  path.includes("{") ? [] : Object.keys(query.shape).map((name) => ({ method, path, name })),
);

async function expectRefused(method: string, path: string): Promise<void> {
  const response = await api.app.request(path, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(method !== "get" && { body: "{}" }),
  });
  const text = await response.text();
  if (response.ok) return;
  const { error } = JSON.parse(text) as Answered["body"];
  const code = error?.code ?? "";
  expect(isErrorCode(code) && errorEntry(code).owner, `${method} ${path}: ${code}`).toBe("client");
}

test.each(inPaths)(
  "$method $path: what is odd in its path is the client's fault at most",
  async ({ method, path }) => {
    for (const text of odd) await expectRefused(method, path.replaceAll(/\{\w+\}/g, text));
  },
);

test.each(inQueries)(
  "$method $path: what is odd in $name is the client's fault at most",
  async ({ method, path, name }) => {
    for (const text of odd) await expectRefused(method, `${path}?${name}=${text}`);
  },
);

test("there are addresses to try", () => {
  expect(inPaths.length).toBeGreaterThan(10);
  expect(inQueries.length).toBeGreaterThan(10);
});
