import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseBrowsers } from "./browser-choice.ts";
import { findChromium } from "./process/find-chromium.ts";
import { openAddress } from "./navigate.ts";
import { browserBench, page } from "./testing/browser-bench.ts";

const { site, session } = browserBench();
const systems = ["banco_a", "tributario"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "connect-choice-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("one variable names each system's browser", () => {
  const { browsers, problems } = parseBrowsers(systems, {
    BROWSER_BANCO_A: "headed:/opt/chrome/chrome",
    BROWSER_TRIBUTARIO: "wss://browsers.example/?token=x",
    PATH: "/usr/bin",
  });
  expect(problems).toEqual([]);
  expect(Object.fromEntries(browsers)).toEqual({
    banco_a: { kind: "installed", path: "/opt/chrome/chrome", headed: true },
    tributario: { kind: "remote", endpoint: "wss://browsers.example/?token=x" },
  });
});

test.each([
  ["headless:/opt/chrome", { kind: "installed", path: "/opt/chrome", headed: false }],
  ["ws://127.0.0.1:9222/devtools/browser/1", { kind: "remote" }],
  ["http://[::1]:9222", { kind: "remote" }],
  ["http://localhost:9222", { kind: "remote" }],
  ["https://browsers.example", { kind: "remote" }],
])("%s is a valid browser", (value, choice) => {
  const { browsers } = parseBrowsers(systems, { BROWSER_BANCO_A: value });
  expect(browsers.get("banco_a")).toMatchObject(choice);
});

test.each([
  "/opt/chrome",
  "headed:chrome",
  "headed:",
  "ws://browsers.example",
  "http://10.0.0.7:9222",
  "http://127.0.0.1.example:9222",
  "ftp://127.0.0.1/",
  "true",
])("%s is no valid browser, and is not printed", (value) => {
  const { browsers, problems } = parseBrowsers(systems, { BROWSER_BANCO_A: value });
  expect(browsers.size).toBe(0);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^BROWSER_BANCO_A: has to be headed:/);
  if (value !== "headed:") expect(problems[0]).not.toContain(value);
});

test("an unknown system is an error, and an empty value sets no browser", () => {
  const given = { BROWSER_BANCO_9: "headed:/opt/chrome", BROWSER_BANCO_A: "" };
  const { browsers, problems } = parseBrowsers(systems, given);
  expect(browsers.size).toBe(0);
  expect(problems).toEqual(["BROWSER_BANCO_9: there is no such system"]);
});

test("a headed browser is started without --headless, on the worker's display, with the same restrictions", async () => {
  const found = await findChromium();
  const chrome = join(folder, "chrome");
  const libraries = Object.entries(found.environment).map(([name, value]) => `${name}=${value}`);
  // There is no display here, so the arguments for a headed browser are noted and a headless one
  // runs.
  const script = [
    "#!/bin/sh",
    `printf '%s\\n' "$@" > ${folder}/arguments`,
    `env > ${folder}/environment`,
    `exec env ${libraries.join(" ")} ${found.path} --headless=new "$@"`,
  ];
  writeFileSync(chrome, `${script.join("\n")}\n`, { mode: 0o755 });
  const portal = await site({ "/": page("<h1>hola</h1>") });
  const before = process.env["DISPLAY"];
  process.env["DISPLAY"] = ":77";
  process.env["CONNECT_TEST_SECRET"] = "marca-3d20";
  try {
    const browser = { kind: "installed", path: chrome, headed: true } as const;
    const opened = await session(portal.url, { browser });
    await openAddress(opened, portal.url);
    expect(await opened.page.locator("h1").textContent()).toBe("hola");
  } finally {
    delete process.env["CONNECT_TEST_SECRET"];
    if (before === undefined) delete process.env["DISPLAY"];
    else process.env["DISPLAY"] = before;
  }
  const given = readFileSync(join(folder, "arguments"), "utf8");
  expect(given).not.toContain("--headless");
  const { host } = new URL(portal.url);
  expect(given).toContain(`--host-resolver-rules=MAP ${host} ${host} , MAP * ~NOTFOUND`);
  const environment = readFileSync(join(folder, "environment"), "utf8");
  expect(environment).toContain("DISPLAY=:77");
  expect(environment).not.toContain("marca-3d20");
});
