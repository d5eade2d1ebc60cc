import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "./index.ts";
import { standaloneService } from "./standalone.ts";
import { startTestSandbox, type TestSandbox } from "./testing/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${sandbox.url}/control/clock`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
}

describe("the sandbox's server", () => {
  test("reports a port in use with the system's own error", async () => {
    const port = Number(new URL(sandbox.url).port);
    await expect(startSandbox({ port, service: standaloneService() })).rejects.toMatchObject({
      code: "EADDRINUSE",
      port,
    });
  });

  test("is reachable only by a loopback name", async () => {
    const { port } = new URL(sandbox.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect(await statusWith({ host })).toBe(200);
    }
    for (const host of [`evil.example:${port}`, "127.0.0.1.evil.example", "192.168.0.1"]) {
      expect(await statusWith({ host })).toBe(403);
    }
  });

  test("refuses a web page from elsewhere", async () => {
    for (const origin of ["https://evil.example", "null", "", "http://127.0.0.1.evil.example"]) {
      expect(await statusWith({ origin })).toBe(403);
    }
    expect(await statusWith({ origin: sandbox.url })).toBe(200);
  });

  test("does not listen on other addresses, not even others of the loopback network", async () => {
    await expect(fetch(sandbox.url.replace("127.0.0.1", "127.0.0.2"))).rejects.toMatchObject({
      cause: { code: "ECONNREFUSED" },
    });
  });

  test("frees its ports when closed", async () => {
    const first = await startTestSandbox();
    await first.close();
    const port = Number(new URL(first.url).port);
    const again = await startSandbox({ port, service: standaloneService() });
    expect(again.url).toBe(first.url);
    await again.close();
  });

  test("unknown systems and paths are 404", async () => {
    expect((await fetch(`${sandbox.url}/portals/banco_z/`)).status).toBe(404);
    expect((await fetch(`${sandbox.url}/portals/indicadores/api`)).status).toBe(404);
    expect((await fetch(`${sandbox.url}/portals/banco_a/nada`)).status).toBe(404);
  });
});
