import { describe, expect, test } from "vitest";
import { inPage } from "./in-page.ts";
import { navigate, openAddress } from "./navigate.ts";
import { step } from "./step.ts";
import { browserBench, described, page } from "./testing/browser-bench.ts";

const { site, session } = browserBench();

describe("failures", () => {
  test.each([
    ["a server that is down", 503, "upstream_error"],
    ["too many requests", 429, "upstream_error"],
    ["a page that is gone", 404, "upstream_unexpected_response"],
  ])("%s: %i is %s", async (_name, status, code) => {
    const portal = await site({
      "/": (_request, response) => {
        response.writeHead(status, { "content-type": "text/html" });
        response.end("clave: secreto-1234");
      },
    });
    const failed = await openAddress(await session(portal.url), portal.url).catch((error) => error);
    expect(failed).toMatchObject({ code });
    expect(described(failed)).not.toContain("secreto");
  });

  test("a connection that nobody accepts, or that is cut, is an upstream error", async () => {
    const portal = await site({ "/cut": (request) => request.socket.destroy() });
    const opened = await session(portal.url);
    await expect(openAddress(opened, `${portal.url}/cut`)).rejects.toMatchObject({
      code: "upstream_error",
    });
    await portal.close();
    await expect(openAddress(opened, portal.url)).rejects.toMatchObject({ code: "upstream_error" });
  });

  test("a page that never comes is a timeout; a signal ends the wait with its reason", async () => {
    const portal = await site({ "/": page(`<a href="/never">x</a>`), "/never": () => {} });
    const opened = await session(portal.url, { navigationLimitMs: 400 });
    await openAddress(opened, portal.url);
    const { page: window } = opened;
    const click = (): Promise<void> => window.click("a");
    await expect(navigate(opened, window.mainFrame(), click)).rejects.toMatchObject({
      code: "timeout",
    });
    const stop = new AbortController();
    const reason = new Error("stopped");
    const waiting = openAddress({ page: window, signal: stop.signal }, `${portal.url}/never`);
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  test("an error about a missing element names neither what was typed nor the page", async () => {
    const portal = await site({ "/": page(`<input id="a" value="valor-secreto" disabled>`) });
    const opened = await session(portal.url, { elementLimitMs: 200 });
    await openAddress(opened, portal.url);
    const failed = await step(opened, "fill the form", () =>
      opened.page.fill("#a", "clave-marcada"),
    ).catch((error) => error);
    expect(failed).toMatchObject({ code: "upstream_unexpected_response" });
    expect(described(failed)).toContain("fill the form");
    expect(described(failed)).not.toMatch(/clave-marcada|valor-secreto/);
  });
});

describe("an action in a document that is left", () => {
  const pages = { "/": page(`<a href="/next">x</a>`), "/next": page("next") };

  test("succeeds on arrival, even if it never returns", async () => {
    const portal = await site(pages);
    const opened = await session(portal.url);
    await openAddress(opened, portal.url);
    await navigate(opened, opened.page.mainFrame(), async () => {
      await opened.page.click("a");
      await new Promise(() => undefined);
    });
    expect(await opened.page.textContent("body")).toBe("next");
  });

  test("may lose its result with the document", async () => {
    const portal = await site(pages);
    const opened = await session(portal.url);
    await openAddress(opened, portal.url);
    await navigate(opened, opened.page.mainFrame(), () =>
      step(opened, "go on", () =>
        opened.page.evaluate(
          `new Promise((resolve) => { setTimeout(resolve, 600_000); location.assign("/next"); })`,
        ),
      ),
    );
    expect(await opened.page.textContent("body")).toBe("next");
  });

  test("still fails with its own error", async () => {
    const portal = await site(pages);
    const opened = await session(portal.url);
    await openAddress(opened, portal.url);
    const refused = navigate(opened, opened.page.mainFrame(), () =>
      opened.page.evaluate(`Promise.reject(new Error("no such link"))`),
    );
    await expect(refused).rejects.toMatchObject({ code: "upstream_unexpected_response" });
  });
});

/** Chromium answers a promise that nothing holds with "collected", so a timer holds this one. */
const silence = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 600_000));

describe("a page that does not answer", () => {
  test("times out the question, not the job", async () => {
    const portal = await site({ "/": page("silent") });
    const opened = await session(portal.url);
    await openAddress(opened, portal.url);
    const asked = step(opened, "ask", () => inPage(opened.page, silence, null, { limitMs: 200 }));
    await expect(asked).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("a page that navigates by itself", () => {
  test("does not keep another address from being opened", async () => {
    let seen = (): void => undefined;
    const portal = await site({
      "/": page("start"),
      "/elsewhere": (_request, response) => {
        response.setHeader("content-type", "text/html");
        response.end(page("elsewhere"), seen);
      },
      "/wanted": page("wanted"),
    });
    const opened = await session(portal.url);
    // Whether one navigation interrupts the other is a race: many rounds are sure to hit it.
    for (let round = 0; round < 60; round += 1) {
      await openAddress(opened, portal.url);
      const underway = new Promise<void>((resolve) => (seen = resolve));
      await opened.page.evaluate('void setTimeout(() => location.assign("/elsewhere"))');
      await underway;
      await openAddress(opened, `${portal.url}/wanted`);
      expect(await opened.page.textContent("body")).toBe("wanted");
    }
  });
});
