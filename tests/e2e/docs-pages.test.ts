import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, Result } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, type Listening } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
import { guides } from "#lib/guides/index.ts";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { openBrowser, type OpenedBrowser } from "#tests/support/chromium.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let api: TestApi;
let server: Listening;
let opened: OpenedBrowser;
let origin: string;
let axeSource: string;

beforeAll(async () => {
  api = await testApi();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = await listen(api.app.fetch, port);
  opened = await openBrowser();
  axeSource = await readFile(axe, "utf8");
});
afterAll(async () => {
  await opened?.close();
  await server?.close();
  await api?.close();
});

const paths = ["/docs", ...guides.map(({ id }) => `/docs/${id}`)];
const screens = [
  { name: "a phone in the dark", width: 320, height: 640, colorScheme: "dark" },
  { name: "a desktop in the light", width: 1280, height: 900, colorScheme: "light" },
] as const;
const views = paths.flatMap((path) => screens.map((screen) => ({ path, screen })));

const ruleIds = (results: readonly Result[]): string[] =>
  results.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);

describe.each(views)("$path on $screen.name", ({ path, screen }) => {
  test("can be read by all: nothing sticks out, no rule of accessibility is broken", async () => {
    const { width, height, colorScheme } = screen;
    const context = await opened.browser.newContext({
      viewport: { width, height },
      colorScheme,
      // The page runs nothing; the one who looks at it does.
      bypassCSP: true,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${origin}${path}`);
    const wide = await page.locator("html").evaluate((root) => root.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    await page.evaluate(axeSource);
    // The reference is long: of it, the part that leads to the guides.
    const part = path === "/docs" ? "#guias" : "html";
    const results = await page.evaluate(
      (selector) =>
        (globalThis as unknown as { axe: { run(at: string): Promise<AxeResults> } }).axe.run(
          selector,
        ),
      part,
    );
    expect(ruleIds(results.violations)).toEqual([]);
    expect(results.passes.length).toBeGreaterThanOrEqual(8);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("a section's mark leads to it, with the keyboard too", async () => {
  const page = await opened.browser.newPage();
  await page.goto(`${origin}/docs/errors`);
  await page.getByRole("link", { name: "Link to “rate_limited”" }).press("Enter");
  expect(new URL(page.url()).hash).toBe("#rate_limited");
  expect(await page.locator("#rate_limited").evaluate((at) => at.matches(":target"))).toBe(true);
  await page.close();
});
