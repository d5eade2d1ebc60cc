import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Target } from "./resolve-target.ts";
import type { Sender } from "./sender.ts";
import { answered, failed, newSender, ok, post, rawServer, receiver } from "./testing/receiver.ts";
import { silence } from "./testing/silent-address.ts";
import type { TlsServer } from "./testing/tls-server.ts";

describe("several addresses", () => {
  // A server at 127.0.0.1 only: 127.0.0.2 refuses.
  const withDead = (server: TlsServer) =>
    server.target("/in", { addresses: ["127.0.0.2", "127.0.0.1"] });

  test("the next is tried if no connection was made", async () => {
    const server = await receiver(ok);
    expect(await post(withDead(server))).toEqual(answered(200));
    expect(server.requests).toHaveLength(1);
  });

  test("a connected address goes first, as long as the name has it", async () => {
    const server = await receiver(ok);
    const sender = newSender();
    for (let n = 0; n < 3; n += 1) await post(withDead(server), { sender });
    expect([server.requests.length, server.connections]).toEqual([3, 1]);
    const moved = server.target("/in", { addresses: ["127.0.0.2"] });
    expect(await post(moved, { sender })).toEqual(failed("connection refused"));
    expect(server.requests).toHaveLength(3);
    await expect.poll(() => server.open()).toBe(0);
  });

  test("the next is tried if a kept connection was lost and cannot be made again", async () => {
    const server = await receiver(ok);
    const sender = newSender();
    expect(await post(server.target(), { sender })).toEqual(answered(200));
    // From here on, the end of the connection is read before a request is written.
    await setImmediate();
    const closed = server.close();
    // There is no route to a multicast address: the reason is the second one's.
    const target = server.target("/in", { addresses: ["127.0.0.1", "224.0.0.1"] });
    expect(await post(target, { sender })).toEqual(failed("address not reachable"));
    await closed;
  });

  test("no other is tried once something may have been sent", async () => {
    const server = await receiver((request) => request.socket.destroy());
    const target = server.target("/in", { addresses: ["127.0.0.1", "127.0.0.1"] });
    expect(await post(target)).toEqual(failed("connection reset"));
    expect(server.requests).toHaveLength(1);
  });
});

test("an unresponsive address leaves time for the next", async () => {
  const server = await receiver(ok);
  await silence("127.0.0.3", server.port);
  const target = server.target("/in", { addresses: ["127.0.0.3", "127.0.0.1"] });
  const sender = newSender({ connectLimitMs: 150 });
  const result = await post(target, { sender, timeoutMs: 5_000 });
  expect(result).toEqual(answered(200));
  expect(result.durationMs).toBeGreaterThanOrEqual(149);
});

test("an address without a route counts as not connected", async () => {
  const server = await receiver(ok);
  // The system refuses a multicast address before anything is sent, as if it lacked that network.
  const target = server.target("/in", { addresses: ["224.0.0.1", "127.0.0.1"] });
  expect(await post(target)).toEqual(answered(200));
  expect(await post(server.target("/in", { addresses: ["224.0.0.1"] }))).toEqual(
    failed("address not reachable"),
  );
});

describe("kept connections", () => {
  const sendMany = async (
    sender: Sender,
    target: Target,
    times: number,
    endpointId = "whk_uno",
  ) => {
    for (let n = 0; n < times; n += 1) {
      expect(await post(target, { sender, endpointId })).toEqual(answered(200));
    }
  };

  test("serve one request after another", async () => {
    const server = await receiver((_request, response) => response.end("x".repeat(1024)));
    await sendMany(newSender(), server.target(), 5);
    expect([server.requests.length, server.connections]).toEqual([5, 1]);
  });

  test("do not outlive a change of url", async () => {
    const server = await receiver(ok);
    const sender = newSender();
    await sendMany(sender, server.target("/in"), 2);
    await sendMany(sender, server.target("/other"), 1);
    expect(server.connections).toBe(2);
    await expect.poll(() => server.open()).toBe(1);
  });

  test("that are busy when the url changes finish, and are closed then", async () => {
    const held: (() => void)[] = [];
    const server = await receiver((request, response) => {
      if (request.url === "/slow") held.push(() => response.end());
      else response.end();
    });
    const sender = newSender();
    const slow = post(server.target("/slow"), { sender });
    await expect.poll(() => held).toHaveLength(1);
    await sendMany(sender, server.target("/in"), 1);
    held[0]?.();
    expect(await slow).toEqual(answered(200));
    await expect.poll(() => server.open()).toBe(1);
  });

  test("are not shared between endpoints", async () => {
    const server = await receiver(ok);
    const sender = newSender();
    await sendMany(sender, server.target(), 1, "whk_uno");
    await sendMany(sender, server.target(), 1, "whk_dos");
    expect(server.connections).toBe(2);
  });

  test("never exceed the bound, however many requests wait", async () => {
    const waiting: (() => void)[] = [];
    const server = await receiver((_request, response) => waiting.push(() => response.end()));
    const sender = newSender({ maxSocketsPerEndpoint: 2 });
    const all = Promise.all([1, 2, 3, 4, 5].map(() => post(server.target(), { sender })));
    for (let served = 0; served < 5; served += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      expect(await server.open()).toBeLessThanOrEqual(2);
      waiting.shift()?.();
    }
    expect(await all).toHaveLength(5);
    expect(server.connections).toBe(2);
  });

  test("are closed when idle, and when the sender is told to", async () => {
    const server = await receiver(ok);
    const sender = newSender({ idleMs: 50 });
    await sendMany(sender, server.target(), 1);
    await expect.poll(() => server.open()).toBe(0);
    const other = newSender();
    await sendMany(other, server.target(), 1);
    other.closeIdle();
    await expect.poll(() => server.open()).toBe(0);
  });

  test.each(["", "keep-alive: timeout=60\r\n"])(
    "are closed when idle, whatever the receiver says: '%s'",
    async (says) => {
      const answer = `HTTP/1.1 200 OK\r\ncontent-length: 0\r\n${says}\r\n`;
      const server = await receiver((request) => request.socket.write(answer));
      await sendMany(newSender({ idleMs: 50 }), server.target(), 1);
      await expect.poll(() => server.open()).toBe(0);
    },
  );

  test("no longer count once the receiver has closed them", async () => {
    const server = await receiver(ok);
    const sender = newSender({ maxIdle: 1 });
    await sendMany(sender, server.target(), 1, "whk_uno");
    server.closeIdle();
    await expect.poll(() => server.open()).toBe(0);
    await sendMany(sender, server.target(), 2, "whk_dos");
    expect(server.connections).toBe(2);
  });

  test("are bounded over all endpoints; the others are closed after their answer", async () => {
    const server = await receiver(ok);
    const sender = newSender({ maxIdle: 2 });
    const endpoints = ["whk_uno", "whk_dos", "whk_tres", "whk_cuatro"];
    for (const id of endpoints) await sendMany(sender, server.target(), 1, id);
    await expect.poll(() => server.open()).toBe(2);
    // When one is used, or closed, another may be kept.
    await sendMany(sender, server.target(), 2, "whk_uno");
    expect(server.connections).toBe(4);
    sender.closeIdle();
    await expect.poll(() => server.open()).toBe(0);
    for (const id of ["whk_tres", "whk_cuatro"]) await sendMany(sender, server.target(), 2, id);
    expect(server.connections).toBe(6);
  });

  test("that become free at once serve as many that wait", async () => {
    const server = await receiver(() => undefined);
    const sender = newSender({ maxSocketsPerEndpoint: 2 });
    const request = { target: server.target(), method: "POST", headers: {}, body: "" } as const;
    const [first, second] = [new AbortController(), new AbortController()];
    const sent = [first, first, second, second].map(({ signal }) =>
      sender.sendOnce({ ...request, endpointId: "whk_uno", signal }),
    );
    await expect.poll(() => server.requests.length).toBe(2);
    first.abort();
    await expect.poll(() => server.requests.length).toBe(4);
    second.abort();
    await Promise.all(sent);
  });

  test("do not count when none was opened for want of a request that can be written", async () => {
    const server = await receiver(ok);
    const sender = newSender({ maxIdle: 1 });
    const request = { endpointId: "whk_uno", target: server.target(), method: "POST" } as const;
    const signal = AbortSignal.timeout(5_000);
    const sent = sender.sendOnce({ ...request, headers: { a: "b\r\nc" }, body: "", signal });
    await expect(sent).rejects.toThrow("invalid a header");
    await sendMany(sender, server.target(), 2, "whk_dos");
    expect(server.connections).toBe(1);
  });

  test("send nothing of a request whose deadline passed while it waited", async () => {
    const held: (() => void)[] = [];
    const server = await receiver((_request, response) => {
      if (held.push(() => response.end()) > 1) response.end();
    });
    const sender = newSender({ maxSocketsPerEndpoint: 1 });
    const first = post(server.target(), { sender });
    await expect.poll(() => held).toHaveLength(1);
    await post(server.target(), { sender, timeoutMs: 20 });
    const third = post(server.target(), { sender });
    held[0]?.();
    expect([await first, await third]).toEqual([answered(200), answered(200)]);
    expect(server.requests).toHaveLength(2);
  });

  test("takes further requests after some that could not be written", async () => {
    const server = await receiver(ok);
    const sender = newSender({ maxSocketsPerEndpoint: 1 });
    const request = { endpointId: "whk_uno", target: server.target(), method: "POST" } as const;
    const signal = AbortSignal.timeout(5_000);
    const headers = { a: "b\r\nc" };
    for (let n = 0; n < 2; n += 1)
      await expect(sender.sendOnce({ ...request, headers, body: "", signal })).rejects.toThrow();
    await sendMany(sender, server.target(), 1);
  });

  test("never exceed the bound, even if some could not be made", async () => {
    const counts: number[] = [];
    const plain = await rawServer((socket) => {
      counts.push(plain.sockets.filter((one) => !one.destroyed).length);
      if (counts.length === 1) socket.destroy();
    });
    const target = { ...(await receiver(ok)).target(), port: plain.port };
    const sender = newSender({ maxSocketsPerEndpoint: 1 });
    const two = [1, 2].map(() => post(target, { sender, timeoutMs: 2_000 }));
    expect(await two[0]).toEqual(failed("connection reset"));
    await post(target, { sender, timeoutMs: 500 });
    expect(counts).toEqual([1, 1]);
    await two[1];
  });

  test("that are in use are not idle", async () => {
    const server = await receiver((_request, response) => {
      setTimeout(() => response.end(), 200);
    });
    await sendMany(newSender({ idleMs: 40 }), server.target(), 1);
  });

  test("are replaced after an answer that was cut off", async () => {
    const server = await receiver((_request, response) => response.end("x".repeat(100_000)));
    await sendMany(newSender(), server.target(), 2);
    expect(server.connections).toBe(2);
  });
});
