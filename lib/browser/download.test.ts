import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { receiveDownload } from "./download.ts";
import { open } from "./navigate.ts";
import { browserBench, page, type Pages } from "./testing/browser-bench.ts";

const { site, session } = browserBench();

const file = (bytes: number, announced: boolean) =>
  ((_request, response) => {
    response.writeHead(200, {
      "content-disposition": `attachment; filename="cartola.csv"`,
      ...(announced && { "content-length": String(bytes) }),
    });
    const chunk = Buffer.alloc(65_536, "ñ", "latin1");
    const send = (left: number): void => {
      if (left <= 0) return void response.end();
      response.write(chunk.subarray(0, Math.min(left, chunk.length)), () =>
        send(left - chunk.length),
      );
    };
    send(bytes);
  }) satisfies Pages[string];

test("hands over the bytes and leaves no file", async () => {
  const portal = await site({ "/": page(`<a href="/f">x</a>`), "/f": file(1_000, true) });
  const opened = await session(portal.url);
  await open(opened, portal.url);
  const got = await receiveDownload(opened, () => opened.page.click("a"));
  expect(got.name).toBe("cartola.csv");
  expect(got.bytes).toHaveLength(1_000);
  expect(readdirSync(String(opened.downloads.folder))).toEqual([]);
});

test("stops one that grows beyond what is allowed, before it has ended", async () => {
  const portal = await site({
    "/": page(`<a href="/f">x</a>`),
    "/f": (_request, response) => {
      response.writeHead(200, { "content-disposition": `attachment; filename="x.csv"` });
      response.write(Buffer.alloc(2_000_000));
    },
  });
  const opened = await session(portal.url, { maxDownloadBytes: 1_000_000 });
  await open(opened, portal.url);
  await expect(receiveDownload(opened, () => opened.page.click("a"))).rejects.toMatchObject({
    code: "upstream_unexpected_response",
  });
});

test("stops one that is larger than allowed", async () => {
  const portal = await site({ "/": page(`<a href="/f">x</a>`), "/f": file(80_000_000, false) });
  const opened = await session(portal.url, { maxDownloadBytes: 1_000_000 });
  await open(opened, portal.url);
  await expect(receiveDownload(opened, () => opened.page.click("a"))).rejects.toMatchObject({
    code: "upstream_unexpected_response",
  });
  await vi.waitFor(() => expect(readdirSync(String(opened.downloads.folder))).toEqual([]));
});

test("refuses one that nobody asked for", async () => {
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

test("deletes one that nobody asked for and that came too quickly to be stopped", async () => {
  const portal = await site({ "/": page(`<a href="/f">x</a>`), "/f": file(10, true) });
  const opened = await session(portal.url);
  await open(opened, portal.url);
  const started = opened.page.waitForEvent("download");
  await opened.page.click("a");
  await (await started).failure();
  await vi.waitFor(() => expect(readdirSync(String(opened.downloads.folder))).toEqual([]));
});
