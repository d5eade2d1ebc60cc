import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { AppError } from "./errors/index.ts";
import { pauseSecondsIn, readAtMost, sendOnce } from "./one-request.ts";

let server: Server;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
});

/** A server that answers each request with these bytes, and keeps the connection open. */
async function answering(bytes: string): Promise<URL> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.once("data", () => socket.write(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const failed = new AppError("upstream_unexpected_response");
const bounds = { maxBytes: 1_000, tooLong: failed, packed: failed };

test("an answer that would change the protocol is none, and does not keep its caller", async () => {
  const url = await answering(
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  );
  await expect(sendOnce(url, {})).rejects.toThrow("another protocol");
});

test("what came before the limit of time is not taken for a whole answer", async () => {
  // Without a length, it ends when the connection does.
  const url = await answering("HTTP/1.1 200 OK\r\n\r\n[1");
  const late = new AbortController();
  const answer = await sendOnce(url, { signal: late.signal });
  const reading = readAtMost(answer, bounds);
  await new Promise(setImmediate);
  late.abort(new Error("too late"));
  await expect(reading).rejects.toThrow("too late");
});

test("a pause is whole seconds that somebody can wait", () => {
  const asked = [
    "0",
    "60",
    "99999",
    "100000",
    "-5",
    "1.5",
    "1e3",
    "Infinity",
    "0x10",
    "mañana",
    "",
  ];
  const pauses = asked.map((text) => pauseSecondsIn({ headers: { "retry-after": text } }));
  expect(pauses).toEqual([0, 60, 99_999, ...Array.from({ length: 8 }, () => null)]);
  expect(pauseSecondsIn({ headers: {} })).toBeNull();
});
