import { describe, expect, test } from "vitest";
import {
  answered,
  failed,
  newSender,
  ok,
  post,
  rawServer,
  receiver,
  unusedPort,
} from "./testing/receiver.ts";
import { createCertificate } from "./testing/tls-server.ts";

describe("a request", () => {
  test("has the name, the path and the exact bytes", async () => {
    const server = await receiver(ok);
    const target = server.target("/a/b?x=1", { href: "https://hooks.example.com:8443/a/b?x=1" });
    expect(await post(target, { body: '{"ñ":"企業"}' })).toEqual(answered(200));
    expect(server.names).toEqual(["hooks.example.com"]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      url: "/a/b?x=1",
      body: '{"ñ":"企業"}',
      headers: {
        host: "hooks.example.com:8443",
        "content-length": "15",
        "content-type": "application/json",
        "webhook-id": "whev_uno",
      },
    });
  });

  test("that cannot be written is not the receiver's failure", async () => {
    const server = await receiver(ok);
    const request = { endpointId: "whk_uno", target: server.target(), method: "POST" } as const;
    const signal = AbortSignal.timeout(5_000);
    const headers = { "webhook-id": "a\r\nb: c" };
    const sent = newSender().sendOnce({ ...request, headers, body: "", signal });
    await expect(sent).rejects.toThrow("invalid webhook-id header");
    expect(server.connections).toBe(0);
  });

  test.each([200, 204, 299, 400, 404, 410, 429, 500, 503])("hears %i", async (status) => {
    const server = await receiver((_request, response) => response.writeHead(status).end());
    expect(await post(server.target())).toEqual(answered(status));
  });

  test.each([301, 302, 303, 307, 308])("does not follow a %i", async (status) => {
    const inside = await receiver(ok);
    const server = await receiver((_request, response) =>
      response.writeHead(status, { location: `https://127.0.0.1:${inside.port}/` }).end("moved"),
    );
    expect(await post(server.target())).toEqual(answered(status));
    expect([server.requests.length, inside.connections]).toEqual([1, 0]);
  });

  test("to an address is checked against the address", async () => {
    const own = await createCertificate({ type: 7, ip: "127.0.0.1" });
    const server = await receiver(ok, own);
    const target = { href: "https://127.0.0.1/in", host: "127.0.0.1" };
    expect(await post(server.target("/in", target))).toEqual(answered(200));
    expect(server.names).toEqual([undefined]);
    const other = await receiver(ok);
    expect(await post(other.target("/in", target))).toEqual(failed("tls certificate not valid"));
  });

  test("takes no longer than its own clock allows", async () => {
    const server = await receiver((_request, response) => {
      setTimeout(() => response.end(), 80);
    });
    const result = await post(server.target());
    expect(result.durationMs).toBeGreaterThanOrEqual(79);
    expect(result.durationMs).toBeLessThan(5_000);
  });
});

describe("a certificate", () => {
  test("for another name gets no request", async () => {
    const own = await createCertificate({ type: 2, value: "other.example.com" });
    const server = await receiver(ok, own);
    expect(await post(server.target())).toEqual(failed("tls certificate not valid"));
    expect(server.requests).toEqual([]);
  });

  test("of an unknown authority gets no request", async () => {
    const server = await receiver(ok);
    const { ca: _ca, ...target } = server.target();
    expect(await post(target)).toEqual(failed("tls certificate not valid"));
    expect(server.requests).toEqual([]);
  });

  test("that has expired gets no request", async () => {
    const dates = { notBeforeDate: new Date("2020-01-01"), notAfterDate: new Date("2021-01-01") };
    const own = await createCertificate({ type: 2, value: "hooks.example.com" }, dates);
    const server = await receiver(ok, own);
    expect(await post(server.target())).toEqual(failed("tls certificate not valid"));
    expect(server.requests).toEqual([]);
  });
});

describe("the deadline", () => {
  test("ends a receiver that never answers", async () => {
    const server = await receiver(() => undefined);
    expect(await post(server.target(), { timeoutMs: 150 })).toEqual(failed("timeout"));
    await expect.poll(() => server.open()).toBe(0);
  });

  test("ends a body that trickles", async () => {
    const server = await receiver((_request, response) => {
      response.writeHead(200).write(".");
      const timer = setInterval(() => response.write("."), 10);
      response.once("close", () => clearInterval(timer));
    });
    expect(await post(server.target(), { timeoutMs: 200 })).toEqual(failed("timeout"));
    await expect.poll(() => server.open()).toBe(0);
  });

  test("ends a server that does not complete the handshake", async () => {
    const { port, sockets } = await rawServer(() => undefined);
    const target = { ...(await receiver(ok)).target(), port };
    expect(await post(target, { timeoutMs: 100 })).toEqual(failed("timeout"));
    await expect.poll(() => sockets.every((socket) => socket.closed)).toBe(true);
  });

  test("starts nothing when it has passed", async () => {
    const server = await receiver(ok);
    const sender = newSender();
    const result = await sender.sendOnce({
      endpointId: "whk_uno",
      target: server.target(),
      method: "POST",
      headers: {},
      body: "",
      signal: AbortSignal.abort(),
    });
    expect(result).toEqual({ kind: "failed", reason: "timeout", durationMs: null });
    expect(server.connections).toBe(0);
  });

  test("that ends in the queue reports no duration", async () => {
    const server = await receiver(() => undefined);
    const sender = newSender({ maxSocketsPerEndpoint: 1 });
    const results = await Promise.all(
      [400, 100].map((timeoutMs) => post(server.target(), { sender, timeoutMs })),
    );
    expect(results).toEqual([
      failed("timeout"),
      { kind: "failed", reason: "timeout", durationMs: null },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test("shared by two requests ends both, the waiting one without a duration", async () => {
    const server = await receiver(() => undefined);
    const sender = newSender({ maxSocketsPerEndpoint: 1 });
    const signal = AbortSignal.timeout(150);
    const request = { target: server.target(), method: "POST", headers: {}, body: "" } as const;
    const results = await Promise.all(
      [1, 2].map(() => sender.sendOnce({ ...request, endpointId: "whk_uno", signal })),
    );
    expect(results.map((one) => one.durationMs)).toEqual([expect.any(Number), null]);
    expect(server.connections).toBe(1);
  });
});

describe("a broken receiver", () => {
  test("that sends without end is cut off after a kibibyte, and counts as answered", async () => {
    let poured = 0;
    const server = await receiver((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024))) poured += 1024;
      };
      response.writeHead(200).on("drain", pour);
      pour();
    });
    expect(await post(server.target())).toEqual(answered(200));
    await expect.poll(() => server.open()).toBe(0);
    expect(poured).toBeLessThan(5_000_000);
  });

  test("that closes before it answers is a reset", async () => {
    const server = await receiver((request) => request.socket.destroy());
    expect(await post(server.target())).toEqual(failed("connection reset"));
    expect(server.requests).toHaveLength(1);
  });

  test("that closes in the middle of its answer has not answered", async () => {
    const server = await receiver((request, response) => {
      response
        .writeHead(200, { "content-length": "100" })
        .write("a", () => request.socket.destroy());
    });
    expect(await post(server.target())).toEqual(failed("connection reset"));
  });

  test.each([
    ["of a known length", { "content-length": "100" }, "connection reset"],
    ["in chunks", {}, "answer not valid http"],
  ])("that breaks off its last answer, %s, has not answered", async (_what, headers, reason) => {
    const server = await receiver((request, response) => {
      response
        .writeHead(200, { connection: "close", ...headers })
        .write("a", () => request.socket.destroy());
    });
    expect(await post(server.target())).toEqual(failed(reason));
  });

  test("that answers twice has answered, and is not asked again over that connection", async () => {
    const twice = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".repeat(2);
    const server = await receiver((request) => request.socket.write(twice));
    const sender = newSender();
    for (let n = 0; n < 2; n += 1)
      expect(await post(server.target(), { sender })).toEqual(answered(200));
    expect([server.requests.length, server.connections]).toEqual([2, 2]);
  });

  test.each([204, 304])("that gives the length of a body, which a %i has not", async (status) => {
    const answer = `HTTP/1.1 ${status} x\r\ncontent-length: 2\r\n\r\n`;
    const server = await receiver((request) => request.socket.write(answer));
    const sender = newSender();
    for (let n = 0; n < 2; n += 1)
      expect(await post(server.target(), { sender })).toEqual(answered(status));
    await expect.poll(() => server.open()).toBe(0);
  });

  test.each(["together", "apart"])("that first tells us to continue, %s", async (how) => {
    const server = await receiver((request, response) => {
      const early = "HTTP/1.1 100 Continue\r\n\r\n";
      if (how === "together") request.socket.write(`${early}HTTP/1.1 204 No Content\r\n\r\n`);
      else request.socket.write(early, () => response.writeHead(204).end());
    });
    const sender = newSender();
    for (let n = 0; n < 2; n += 1)
      expect(await post(server.target(), { sender })).toEqual(answered(204));
    expect([server.requests.length, server.connections]).toEqual([2, 1]);
  });

  test("whose text looks like that has it left as it is", async () => {
    const text = "HTTP/1.1 100 Continue\r\n\r\n";
    const server = await receiver((_request, response) => {
      response.writeHead(200, { "content-length": String(text.length) }).flushHeaders();
      response.end(text);
    });
    expect(await post(server.target())).toEqual(answered(200));
  });

  test("that first says that it is at work", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n";
    const server = await receiver((request) =>
      request.socket.write(`${early}HTTP/1.1 204 No Content\r\n\r\n`),
    );
    expect(await post(server.target())).toEqual(answered(204));
  });

  test("that closes in the handshake, or speaks no TLS", async () => {
    const target = (await receiver(ok)).target();
    const closes = await rawServer((socket) => socket.destroy());
    expect(await post({ ...target, port: closes.port })).toEqual(failed("connection reset"));
    const plain = await rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    expect(await post({ ...target, port: plain.port })).toEqual(failed("tls handshake failed"));
  });

  test("that does not exist is a refused connection", async () => {
    const target = (await receiver(ok)).target("/", { port: await unusedPort() });
    expect(await post(target)).toEqual(failed("connection refused"));
  });

  test.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["headers without end", `HTTP/1.1 200 OK\r\na: ${"b".repeat(20_000)}\r\n\r\n`],
    ["a change of protocol without one", "HTTP/1.1 101 Switching Protocols\r\n\r\nhello\r\n\r\n"],
    ["an upgrade", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"],
  ])("that answers %s", async (_what, text) => {
    const server = await receiver((request) => request.socket.write(text));
    expect(await post(server.target())).toEqual(failed("answer not valid http"));
  });
});
