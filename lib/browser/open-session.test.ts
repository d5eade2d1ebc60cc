import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { openAddress } from "./navigate.ts";
import { browserBench, page, runningInGroup } from "./testing/browser-bench.ts";

const { site, session } = browserBench();

test.each([false, true])(
  "leaves no process and no file (one process: %s)",
  async (singleProcess) => {
    const portal = await site({ "/": page("x") });
    const opened = await session(portal.url, { singleProcess });
    await openAddress(opened, portal.url);
    const folder = String(opened.folder);
    expect(runningInGroup(opened.pid).length).toBeGreaterThanOrEqual(singleProcess ? 1 : 3);
    expect(existsSync(folder)).toBe(true);
    await opened.close();
    await expect.poll(() => runningInGroup(opened.pid)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await opened.close();
  },
);

test("ends quickly when a browser no longer reacts", async () => {
  const portal = await site({ "/": page("x") });
  const opened = await session(portal.url);
  await openAddress(opened, portal.url);
  process.kill(-opened.pid, "SIGSTOP");
  const startedAt = performance.now();
  await opened.close();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await expect.poll(() => runningInGroup(opened.pid)).toEqual([]);
});

test("a browser that died is reported as such, not as the portal's fault", async () => {
  const portal = await site({ "/": page("x") });
  const opened = await session(portal.url);
  process.kill(-opened.pid, "SIGKILL");
  await expect(openAddress(opened, portal.url)).rejects.toMatchObject({
    code: "service_unavailable",
  });
});

test("a session that is stopped before it begins starts nothing", async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith("connect-browser-"));
  const reason = new AppError("timeout");
  await expect(session("http://127.0.0.1:9", { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith("connect-browser-"));
  expect(after.filter((name) => !before.includes(name))).toEqual([]);
});
