import { afterAll, beforeAll, expect, test } from "vitest";
import type { Membership } from "#lib/identity/people/index.ts";
import { emptyDashboard } from "#tests/support/scenes/dashboard.ts";
import { sectionsOf } from "./request/sections.ts";

let scene: Awaited<ReturnType<typeof emptyDashboard>>;
beforeAll(async () => {
  scene = await emptyDashboard();
});
afterAll(() => scene.close());

test("a verifier of tokens finds the keys", async () => {
  const answer = await scene.dashboard.app.request("/auth/jwks");
  expect(answer.status).toBe(200);
  const { keys } = (await answer.json()) as { keys: object[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty("d");
});

test.each([
  ["GET", "/auth/nada"],
  ["GET", "/auth/oauth2/token"],
  ["POST", "/auth/jwks"],
  ["POST", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/oauth-authorization-server/mcp"],
  ["GET", "/auth/a%00b"],
])("%s %s from a program is answered like any unknown path", async (method, path) => {
  const answer = await scene.dashboard.app.request(path, { method });
  const id = answer.headers.get("x-request-id");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    error: { code: "tool_not_found", request_id: id },
    meta: { request_id: id, plane: "control" },
  });
});

test("a person gets a page", async () => {
  const answer = await scene.dashboard.app.request("/login/nada");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test.each([
  ["/dashboard/", "/dashboard"],
  ["/login/", "/login"],
  ["/login/?next=%2Fdashboard", "/login?next=%2Fdashboard"],
])("%s, as people type it, leads to %s", async (typed, path) => {
  const { app } = scene.dashboard;
  const answer = await app.request(typed);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
  expect((await app.request(path)).status).toBeLessThan(400);
  expect((await app.request(typed, { method: "POST" })).status).toBe(404);
});

test.each(["//example.com/", "/\\example.com/"])("%s leads to no other host", async (path) => {
  const answer = await scene.dashboard.app.request(`http://localhost${path}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
});

test("every page of an organization is in its navigation", () => {
  const { app } = scene.dashboard;
  const pages = app.routes
    .filter(({ method, path }) => method === "GET" && /^\/dashboard\/:org\/[^/:]+$/.test(path))
    .map(({ path }) => path);
  expect(pages.length).toBeGreaterThan(10);
  const owner = { organizationId: ":org", role: "owner" } as Membership;
  const listed = sectionsOf(app)(owner, "").map(({ href }) => href);
  expect(pages.filter((path) => !listed.includes(path))).toEqual([]);
});
