import { connect as dial, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openAddress } from "../navigate.ts";
import { browserBench, described, page } from "../testing/browser-bench.ts";
import { startRunningChromium, type RunningChromium } from "../testing/running-chromium.ts";

const { site, session } = browserBench();
let remote: RunningChromium;
beforeAll(async () => {
  remote = await startRunningChromium();
}, 60_000);
afterAll(() => remote?.close());

const atRemote = (url: string) =>
  session(url, { browser: { kind: "remote", endpoint: remote.endpoint } });

test("a session has its own context in the remote browser, and leaves nothing there", async () => {
  const portal = await site({ "/": page("<h1>hola</h1>") });
  const before = await remote.pages();
  const first = await atRemote(portal.url);
  const second = await atRemote(portal.url);
  await openAddress(first, portal.url);
  await first.page.evaluate(`document.cookie = "sesion=1; path=/"`);
  await openAddress(second, portal.url);
  expect(await second.page.locator("h1").textContent()).toBe("hola");
  expect(await second.page.evaluate("document.cookie")).toBe("");
  expect(await remote.pages()).toHaveLength(before.length + 2);

  await first.close();
  await first.close();
  await openAddress(second, portal.url);
  await second.close();
  await vi.waitFor(async () => expect(await remote.pages()).toEqual(before), 10_000);
  const third = await atRemote(portal.url);
  await openAddress(third, portal.url);
  expect(await third.page.evaluate("document.cookie")).toBe("");
});

test("the remote browser reaches only the portal, redirects included", async () => {
  const elsewhere = await site({ "/": page("not yours") });
  const target = elsewhere.url.replace("127.0.0.1", "localhost");
  const portal = await site({
    "/": page("mine"),
    "/away": (_, response) => response.writeHead(302, { location: target }).end(),
    "/script": (_, response) => response.writeHead(302, { location: `${target}/x` }).end(),
  });
  const opened = await atRemote(portal.url);
  await openAddress(opened, portal.url);
  const answers = await opened.page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url, { mode: "no-cors" }).then(
            () => 1,
            () => 0,
          ),
        ),
      ),
    [target, "/script", "/"],
  );
  expect(answers).toEqual([0, 0, 1]);
  expect(opened.refusedRequests()).toBe(1);
  await expect(openAddress(opened, `${portal.url}/away`)).rejects.toThrow();
  expect(portal.asked).toEqual(expect.arrayContaining(["/script", "/away"]));
  expect(elsewhere.asked).toEqual([]);
});

/** A proxy to the remote browser that tracks the connections debuggers have open. */
async function switchboard(): Promise<{ endpoint: string; held: Set<Socket> }> {
  const held = new Set<Socket>();
  const { hostname, port } = new URL(remote.endpoint);
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    near.pipe(far).pipe(near);
    near.once("data", (first) => {
      if (!/^upgrade: websocket\r$/im.test(first.toString("latin1"))) return;
      held.add(near);
      near.once("close", () => held.delete(near));
    });
    for (const socket of [near, far]) {
      socket.on("error", () => [near, far].forEach((one) => one.destroy()));
      socket.on("close", () => [near, far].forEach((one) => one.destroy()));
    }
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}

test("a job that is stopped while it opens leaves nothing to the ones that continue", async () => {
  const portal = await site({ "/": page("x") });
  await atRemote(portal.url);
  const pages = await remote.pages();
  // Whatever stage it has reached by then.
  for (let afterMs = 0; afterMs < 40; afterMs += 2) {
    const stop = new AbortController();
    const opening = session(portal.url, {
      browser: { kind: "remote", endpoint: remote.endpoint },
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(new Error("stopped")), afterMs);
    const opened = await opening.catch(() => null);
    await opened?.close();
  }
  await vi.waitFor(async () => expect(await remote.pages()).toEqual(pages), 10_000);
});

test("with a WebSocket service each job has its own connection, and maybe its own browser", async () => {
  const portal = await site({ "/": page("x") });
  const { endpoint, held } = await switchboard();
  const version = await (await fetch(`${endpoint}/json/version`)).json();
  const { webSocketDebuggerUrl: socket } = version as { webSocketDebuggerUrl: string };
  const enter = () => session(portal.url, { browser: { kind: "remote", endpoint: socket } });
  const [first] = await Promise.all([enter(), enter()]);
  expect(held.size).toBe(2);
  await first.close();
  await vi.waitFor(() => expect(held.size).toBe(1), 10_000);
});

test("concurrent jobs share a connection to a port, which ends with the last and is remade after a cut", async () => {
  const portal = await site({ "/": page("<h1>hola</h1>") });
  const { endpoint, held } = await switchboard();
  const enter = () => session(portal.url, { browser: { kind: "remote", endpoint } });
  const heading = async (opened: Awaited<ReturnType<typeof enter>>) => {
    await openAddress(opened, portal.url);
    return opened.page.locator("h1").textContent();
  };
  const [first, second] = await Promise.all([enter(), enter()]);
  expect(held.size).toBe(1);
  await first.close();
  expect(await heading(second)).toBe("hola");
  await second.close();
  await vi.waitFor(() => expect(held.size).toBe(0), 10_000);

  const cut = await enter();
  for (const socket of held) socket.destroy();
  await expect(heading(cut)).rejects.toThrow();
  expect(await heading(await enter())).toBe("hola");
  await cut.close();
  expect(await heading(await enter())).toBe("hola");
});

test("an unreachable remote browser is not blamed on the portal, and its address is not revealed", async () => {
  const portal = await site({ "/": page("x") });
  const endpoint = "ws://127.0.0.1:1/devtools?token=marca-7c11";
  const failure = await session(portal.url, { browser: { kind: "remote", endpoint } }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: "service_unavailable" });
  expect(described(failure)).not.toContain("marca-7c11");
  expect(portal.asked).toEqual([]);
});
