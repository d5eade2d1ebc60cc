import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { open } from "./navigate.ts";
import { browserBench, page, type Pages } from "./testing/browser-bench.ts";

const { site, session } = browserBench();

test("refuses a file that a portal sends", async () => {
  const portal = await site({
    "/": page(`<a href="/f">x</a>`),
    "/f": (_request, response) => {
      response.writeHead(200, { "content-disposition": `attachment; filename="x.csv"` });
      response.write(Buffer.alloc(200_000));
    },
  });
  const opened = await session(portal.url);
  await open(opened, portal.url);
  const started = opened.page.waitForEvent("download");
  await opened.page.click("a");
  expect(await (await started).failure()).toBe("canceled");
});

const short: Pages[string] = (_request, response) => {
  response.writeHead(200, { "content-disposition": `attachment; filename="x.csv"` });
  response.end("0123456789");
};

test("deletes one that came too quickly to be stopped", async () => {
  const portal = await site({ "/": page(`<a href="/f">x</a>`), "/f": short });
  const opened = await session(portal.url);
  await open(opened, portal.url);
  const started = opened.page.waitForEvent("download");
  await opened.page.click("a");
  await (await started).failure();
  await vi.waitFor(() => expect(readdirSync(String(opened.downloads))).toEqual([]));
});
