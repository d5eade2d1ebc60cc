import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, Result } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, type Listening } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
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

/** One page of each kind, in each language, and one with a table of each form. */
const kinds = [
  "",
  "/guides/emitting",
  "/guides/errors",
  "/systems/tributario",
  "/tools/tributario.dte.previsualizar",
  "/errors/validation_error",
  "/search?q=saldo",
  "/search?q=zzqxvvkw",
];
const paths = ["/docs", "/docs/en"].flatMap((root) => kinds.map((kind) => `${root}${kind}`));
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
    await context.addInitScript(axeSource);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${origin}${path}`);
    const wide = await page.locator("html").evaluate((root) => root.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    const results = await page.evaluate(() =>
      (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    const folder = process.env["PICTURES"];
    if (folder !== undefined) {
      const name = `${path.replaceAll(/[^a-z_.]+/gi, "-")}-${width}.png`;
      await page.screenshot({ path: `${folder}/${name}`, fullPage: true });
    }
    expect(ruleIds(results.violations)).toEqual([]);
    expect(results.passes.length).toBeGreaterThanOrEqual(8);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("a section's heading leads to it, with the keyboard too", async () => {
  const page = await opened.browser.newPage();
  await page.goto(`${origin}/docs/guides/errors`);
  await page.getByRole("link", { name: "rate_limited", exact: true }).first().press("Enter");
  expect(new URL(page.url()).hash).toBe("#rate_limited");
  expect(await page.locator("#rate_limited").evaluate((at) => at.matches(":target"))).toBe(true);
  await page.close();
});

test("a language of code is chosen by keyboard and kept from page to page; code is copied", async () => {
  const context = await opened.browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const page = await context.newPage();
  await page.goto(`${origin}/docs/tools/banco_a.saldos.consultar`);
  await page.getByRole("radio", { name: "curl" }).press("ArrowRight");
  await page.getByRole("radio", { name: "TypeScript" }).press("ArrowRight");
  await page.goto(`${origin}/docs/en/tools/core.timestamp.now`);
  expect(await page.getByRole("radio", { name: "Python" }).isChecked()).toBe(true);
  await page.locator(".tab.python").getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toContain("/v1/tools/core.timestamp.now/execute");
  expect(copied).toContain("urllib.request");
  await context.close();
});

test("without script each language of code is a click away, and the search answers", async () => {
  const context = await opened.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/docs/tools/core.timestamp.now`);
  await page.getByText("Python", { exact: true }).click();
  await page.locator(".tab.python pre").waitFor();
  expect(await page.locator(".tab.curl").isVisible()).toBe(false);
  await page.getByRole("searchbox").fill("rate_limited");
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL(`${origin}/docs/errors/rate_limited`);
  await context.close();
});
