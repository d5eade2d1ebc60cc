import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BrowserChoice } from "#lib/browser/index.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { pollUntil } from "#tests/support/poll-until.ts";
import { watchBrowsers } from "./browser-watch.ts";

const systems = ["banco_a", "tributario"];
const none = new Map<string, BrowserChoice>();
const remote = { kind: "remote", endpoint: "ws://127.0.0.1:1/" } as const;

let folder: string;
let chrome: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "connect-watch-"));
  chrome = join(folder, "chrome");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A browser that counts its starts, prints something, and ends. */
function brokenBrowser(): { starts(): number } {
  const count = join(folder, "starts");
  writeFileSync(count, "");
  const script = `#!/bin/sh\necho x >> ${count}\necho 'no display here' >&2\nexit 3\n`;
  writeFileSync(chrome, script, { mode: 0o755 });
  return { starts: () => readFileSync(count, "utf8").length / 2 };
}

const clockOf = () => new MovableClock();

test("the browser of this machine shows a form", async () => {
  const watch = watchBrowsers({ systems, choices: none, chromiumPath: undefined }, clockOf());
  expect(await watch.problem()).toBeNull();
  await expect(watch.readiness.run()).resolves.toBeUndefined();
}, 60_000);

test("an error names the setting, in one line", async () => {
  brokenBrowser();
  const wrong = watchBrowsers(
    { systems, choices: none, chromiumPath: "/nowhere/chrome" },
    clockOf(),
  );
  expect(await wrong.problem()).toBe(
    "CHROMIUM_PATH: /nowhere/chrome is not an executable file. Until that is repaired, no portal can be visited.",
  );
  const installed = { kind: "installed", path: chrome, headed: false } as const;
  const choices = new Map<string, BrowserChoice>([
    ["banco_a", remote],
    ["tributario", installed],
  ]);
  const own = watchBrowsers({ systems, choices, chromiumPath: undefined }, clockOf());
  expect(await own.problem()).toBe(
    `BROWSER_TRIBUTARIO: The browser ${chrome} does not start: no display here. Until that is repaired, no portal can be visited.`,
  );
});

test("a machine that starts no browser lacks none", async () => {
  const { starts } = brokenBrowser();
  const choices = new Map<string, BrowserChoice>(systems.map((system) => [system, remote]));
  const watch = watchBrowsers({ systems, choices, chromiumPath: chrome }, clockOf());
  expect(await watch.problem()).toBeNull();
  expect(starts()).toBe(0);
});

test("a clock that is set back does not make an old answer a new one", async () => {
  const { starts } = brokenBrowser();
  let now = Date.UTC(2026, 10, 27, 12);
  const clock = { now: () => new Date(now) };
  const watch = watchBrowsers({ systems, choices: none, chromiumPath: chrome }, clock);
  await watch.problem();
  now -= 3_600_000;
  await watch.problem();
  await pollUntil(
    async () => starts(),
    (count) => count === 2,
    30,
  );
  await watch.stop();
});

test("however many ask, a browser is started at most once a minute, and a repaired one is noticed", async () => {
  const { starts } = brokenBrowser();
  const clock = clockOf();
  const watch = watchBrowsers({ systems, choices: none, chromiumPath: chrome }, clock);
  for (let asked = 0; asked < 5; asked += 1) {
    await expect(watch.readiness.run()).rejects.toMatchObject({ code: "service_unavailable" });
  }
  expect(starts()).toBe(1);
  rmSync(chrome);
  clock.advance(60_000);
  await pollUntil(
    () => watch.problem(),
    (problem) => problem?.includes("is not an executable file") === true,
    30,
  );
  expect(starts()).toBe(1);
});
