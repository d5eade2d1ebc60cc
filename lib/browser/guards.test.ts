import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAddress } from "./navigate.ts";
import { browserBench, page } from "./testing/browser-bench.ts";

const { site, session } = browserBench();

describe("what a session may request", () => {
  test("only the portal's host, in every way that a page can request", async () => {
    const elsewhere = await site({ "/": page("elsewhere"), "/x.js": "", "/f": page("framed") });
    const portal = await site({
      "/": page(`<script src="${elsewhere.url}/x.js"></script>
        <iframe src="${elsewhere.url}/f"></iframe>
        <script>fetch("${elsewhere.url}/").catch(() => {})</script>`),
    });
    const { page: window, ...opened } = await session(portal.url);
    await openAddress({ page: window, signal: opened.signal }, portal.url);
    await expect.poll(() => opened.refusedRequests()).toBeGreaterThanOrEqual(3);
    expect(elsewhere.asked).toEqual([]);
    expect(portal.asked).toEqual(["/"]);
  });

  test("not another host that the portal redirects to", async () => {
    const elsewhere = await site({ "/stolen": page("elsewhere") });
    const target = elsewhere.url.replace("127.0.0.1", "localhost");
    const portal = await site({
      "/": (_request, response) => {
        response.writeHead(302, { location: `${target}/stolen` });
        response.end();
      },
    });
    const opened = await session(portal.url);
    await expect(openAddress(opened, portal.url)).rejects.toMatchObject({ code: "upstream_error" });
    expect(elsewhere.asked).toEqual([]);
  });

  test("no images, fonts or beacons, unless the portal needs them", async () => {
    const body = `<img src="/a.png"><script>navigator.sendBeacon("/track", "x")</script>`;
    const portal = await site({ "/": page(body), "/a.png": "", "/track": "" });
    await openAddress(await session(portal.url), portal.url);
    expect(portal.asked).toEqual(["/"]);
    const seeing = await session(portal.url, { resourceTypes: ["image"] });
    await seeing.page.goto(portal.url, { waitUntil: "load" });
    expect(portal.asked).toEqual(["/", "/", "/a.png"]);
  });

  test("no web sockets to other hosts, and none from a worker", async () => {
    const elsewhere = await site({ "/": page("") });
    const socket = elsewhere.url.replace("http", "ws").replace("127.0.0.1", "localhost");
    const portal = await site({
      "/": page(`<script>
        const socket = new WebSocket("${socket}");
        socket.onclose = ({ code }) => { document.title = "closed " + code; };
      </script>`),
      "/worker.js": (_request, response) => {
        response.writeHead(200, { "content-type": "text/javascript" });
        response.end(`const s = new WebSocket("${socket}"); s.onerror = () => postMessage("dead")`);
      },
      "/worker": page(`<script>
        new Worker("/worker.js").onmessage = ({ data }) => { document.title = data };
      </script>`),
    });
    const opened = await session(portal.url);
    await openAddress(opened, portal.url);
    await opened.page.waitForFunction(`document.title === "closed 1008"`);
    await openAddress(opened, `${portal.url}/worker`);
    await opened.page.waitForFunction(`document.title === "dead"`);
    expect(elsewhere.asked).toEqual([]);
  });

  test("plain http only to this machine", async () => {
    await expect(session("http://banco.example")).rejects.toThrow(TypeError);
  });
});

describe("windows and message boxes", () => {
  test("dismisses and records what the portal says", async () => {
    const portal = await site({
      "/": page(`<script>document.title = String(confirm("¿Seguro?")); alert("Ñandú")</script>`),
    });
    const opened = await session(portal.url);
    await openAddress(opened, portal.url);
    expect(await opened.page.title()).toBe("false");
    expect(opened.dialogs.kept).toEqual([
      { type: "confirm", text: "¿Seguro?" },
      { type: "alert", text: "Ñandú" },
    ]);
  });

  test("closes a window that leaves the portal and keeps one of its own", async () => {
    const elsewhere = await site({ "/": page("") });
    const portal = await site({
      "/": page(`<script>open("${elsewhere.url}/"); open("/own")</script>`),
      "/own": page("own"),
    });
    const opened = await session(portal.url);
    const windows: Page[] = [];
    opened.page.context().on("page", (window) => windows.push(window));
    await openAddress(opened, portal.url);
    const closed = () => windows.filter((window) => window.isClosed());
    await expect.poll(() => [windows.length, closed().length]).toEqual([2, 1]);
    const kept = windows.find((window) => !window.isClosed());
    expect(kept?.url()).toBe(`${portal.url}/own`);
    expect(elsewhere.asked).toEqual([]);
  });
});
