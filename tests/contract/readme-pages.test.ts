import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { tableOf } from "#tests/support/texts/markdown-tables.ts";

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

test("docs/dashboard.md names every page of an organization that its owner has, and no other", async () => {
  const { by, organizationId } = await newOwner(
    { api, dashboard },
    { mail: "ana@loa.example", organization: "Contadores del Loa SpA" },
  );
  const home = `/dashboard/${organizationId}`;
  const { text } = await by.get(home);
  const [nav = ""] = /<nav [^>]*id="secciones"[^]*?<\/nav>/.exec(text) ?? [];
  const linked = nav.matchAll(new RegExp(`href="${home}/([a-z]+)"`, "g"));
  const rows = await tableOf("docs/dashboard.md", ["page", "what for"]);
  const told = rows.flatMap(({ page = "" }) => page.replaceAll("`", "").split(", "));
  expect(new Set(told)).toEqual(new Set([...linked].map(([, page]) => page)));
});
