import { request, type RequestOptions } from "node:https";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

interface Received {
  at: string;
  headers: Record<string, string>;
  body: string;
}

function post(path: string, body: string, more: RequestOptions = {}): Promise<IncomingMessage> {
  const { host, port, ca } = sandbox.receivers;
  return new Promise((resolve, reject) => {
    request({
      host: "127.0.0.1",
      servername: host,
      port,
      ca,
      path,
      method: "POST",
      headers: { host, "X-Marca": "Uno" },
      agent: false,
      ...more,
    })
      .once("response", resolve)
      .once("error", reject)
      .end(body);
  });
}

async function statusOf(path: string, body = "", more: RequestOptions = {}): Promise<number> {
  const response = await post(path, body, more);
  response.destroy();
  return response.statusCode ?? 0;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const program = (name: string, body: unknown) =>
  sandbox.control("POST", `/receivers/${name}`, body);
const received = async (name: string) =>
  (await sandbox.control<{ requests: Received[]; total: number }>("GET", `/receivers/${name}`))
    .body;

describe("a receiver", () => {
  test("gives the answers of its list in order, and then the default", async () => {
    await program("orden", JSON.parse('{"answers":[500,{"status":204},429],"then":202}'));
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push(await statusOf("/in/orden"));
    expect(statuses).toEqual([500, 204, 429, 202, 202]);
  });

  test("records every request, with lower-case headers and the raw body", async () => {
    await statusOf("/in/registro", '{"ñ":1}');
    const { requests, total } = await received("registro");
    expect(total).toBe(1);
    expect(requests[0]?.headers).toMatchObject({ "x-marca": "Uno", host: "hooks.sandbox.test" });
    expect(Buffer.from(requests[0]?.body ?? "", "base64").toString()).toBe('{"ñ":1}');
  });

  test("says when by the clock that the control plane moves", async () => {
    await statusOf("/in/antes");
    const { body: moved } = await sandbox.control<{ now: string }>("POST", "/clock", {
      advance: "P3D",
    });
    await statusOf("/in/despues");
    const { body: read } = await sandbox.control<{ now: string }>("GET", "/clock");
    const [[before], [after]] = [await received("antes"), await received("despues")].map(
      ({ requests }) => requests,
    ) as [Received[], Received[]];
    expect(String(before?.at) < moved.now).toBe(true);
    expect(String(after?.at) >= moved.now && String(after?.at) <= read.now).toBe(true);
  });

  test("answers 200 if it was not programmed, and has no requests before the first", async () => {
    expect(await received("nuevo")).toEqual({ requests: [], total: 0 });
    expect(await statusOf("/in/nuevo")).toBe(200);
  });

  test("sends headers and a body after a delay", async () => {
    const answer = { status: 302, delayMs: 120, headers: { location: "/x" }, body: "hola" };
    await program("detalle", { answers: [answer] });
    const from = performance.now();
    const response = await post("/in/detalle", "");
    expect(performance.now() - from).toBeGreaterThanOrEqual(115);
    expect([response.statusCode, response.headers.location, await textOf(response)]).toEqual([
      302,
      "/x",
      "hola",
    ]);
  });

  test("closes the connection on reset", async () => {
    await program("corte", { answers: ["reset"] });
    await expect(statusOf("/in/corte")).rejects.toThrow("socket hang up");
    expect((await received("corte")).total).toBe(1);
  });

  test("never answers on timeout, but records the request", async () => {
    await program("espera", { answers: ["timeout"] });
    const leave = new AbortController();
    const hanging = statusOf("/in/espera", "", { signal: leave.signal });
    const ended = expect(hanging).rejects.toThrow("aborted");
    await expect.poll(() => received("espera")).toMatchObject({ total: 1 });
    leave.abort();
    await ended;
  });

  test("drips for ever, and pours without end", async () => {
    await program("goteo", { answers: ["drip", "endless"] });
    const drip = await post("/in/goteo", "");
    let drops = 0;
    for await (const chunk of drip as AsyncIterable<Buffer>) {
      drops += chunk.length;
      if (drops >= 3) break;
    }
    expect(drops).toBeGreaterThanOrEqual(3);
    const flood = await post("/in/goteo", "");
    let poured = 0;
    for await (const chunk of flood as AsyncIterable<Buffer>) {
      poured += chunk.length;
      if (poured > 5_000_000) break;
    }
    expect(poured).toBeGreaterThan(5_000_000);
  });

  test("is trusted only through its own authority, and under its own name", async () => {
    await expect(statusOf("/in/uno", "", { ca: undefined })).rejects.toThrow();
    await expect(statusOf("/in/uno", "", { servername: "other.test" })).rejects.toThrow("altnames");
    expect(await statusOf("/in/uno", "", { headers: { host: "other.test" } })).toBe(421);
  });

  test("accepts POST only at /in/{name}", async () => {
    expect(await statusOf("/in/uno", "", { method: "GET" })).toBe(405);
    expect(await statusOf("/otro")).toBe(404);
  });
});
