import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, type Listening } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { openBrowser, type OpenedBrowser } from "#tests/support/browsers/open-browser.ts";
import {
  desktop,
  openPageChecks,
  phoneOf,
  type PageChecks,
  type PageWindow,
} from "#tests/support/page-states/page-checks.ts";

let api: TestApi;
let server: Listening;
let opened: OpenedBrowser;
let checks: PageChecks;
let origin: string;

beforeAll(async () => {
  api = await testApi();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = await listen(api.app.fetch, port);
  opened = await openBrowser();
  checks = await openPageChecks();
});
afterAll(async () => {
  await checks?.close();
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
  ["a phone in the dark", { ...phoneOf(320, 640), colorScheme: "dark" }],
  ["a desktop in the light", { ...desktop, colorScheme: "light" }],
] as const;

describe.each(screens)("on %s", (_screen, options) => {
  let window: PageWindow;
  beforeAll(async () => {
    window = await checks.openWindow(options);
  });

  test.each(paths)("%s can be read by all", async (path) => {
    await window.visit([], async (page) => {
      await page.goto(`${origin}${path}`);
      const name = path.replaceAll(/[^a-z_.]+/gi, "-");
      await checks.expectReadable(page, `${name}-${options.viewport?.width}`);
    });
  });
});

test("a section's heading links to itself, also with the keyboard", async () => {
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
