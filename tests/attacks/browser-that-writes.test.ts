import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openAddress } from "#lib/browser/index.ts";
import { browserBench, page } from "#lib/browser/testing/browser-bench.ts";

/* Whatever a portal makes the browser write, even in ways that nobody has closed. */

const { site, session } = browserBench();
const mebibyte = 1_048_576;
const toMib = (bytes: number): number => Math.round(bytes / mebibyte);

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true }) as string[];
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size);
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

test("a browser that writes what the portal sends is killed within seconds, once that is 20 MiB", async () => {
  const block = Buffer.alloc(mebibyte, "x");
  const portal = await site({
    "/": page(`<a href="/file" download>x</a>`),
    "/file": (_request, response) => {
      response.writeHead(200, { "content-disposition": `attachment; filename="x.bin"` });
      const write = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on("drain", write);
      write();
    },
  });
  const opened = await session(portal.url);
  await openAddress(opened, portal.url);
  // Like a compromised browser: files are allowed again, into its own folder.
  const cdp = await opened.page.context().newCDPSession(opened.page);
  const downloadPath = join(String(opened.folder), "home");
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  const browserContextId = String(targetInfo.browserContextId);
  const allowed = { behavior: "allow", downloadPath, browserContextId } as const;
  await cdp.send("Browser.setDownloadBehavior", allowed);
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  await opened.page.evaluate(`document.querySelector("a").click()`);
  let most = 0;
  await vi.waitFor(
    () => {
      most = Math.max(most, bytesIn(String(opened.folder)));
      expect(opened.signal.aborted).toBe(true);
    },
    { timeout: 20_000, interval: 20 },
  );
  const figures = {
    "ms until a browser that writes is killed": Math.round(performance.now() - startedAt),
    "MiB that it wrote by then": toMib(most),
    "MiB that it cost the worker": toMib(process.memoryUsage().rss - before),
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  expect(figures["MiB that it cost the worker"]).toBeLessThan(150);
  expect(figures["ms until a browser that writes is killed"]).toBeLessThan(10_000);
  await expect(openAddress(opened, portal.url)).rejects.toMatchObject({
    code: "upstream_unexpected_response",
    cause: { message: "watch the portal: it wrote more than it may" },
  });
  // Nothing of it is left, and the next browser works.
  await opened.close();
  expect(existsSync(String(opened.folder))).toBe(false);
  const next = await session(portal.url);
  await openAddress(next, portal.url);
  expect(await next.page.title()).toBe("x");
}, 60_000);
