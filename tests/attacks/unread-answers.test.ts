import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen, serverLimits, type Listening } from "#infra/server/listen.ts";

/* A stranger asks for what anybody may read, and does not read it: a few such callers hold every connection. */

/** More than the machine takes for a caller who reads nothing. */
const long = new Uint8Array(64 * 1024 * 1024);
const hasty = { ...serverLimits, connectionsCheckingInterval: 50, answerTimeout: 300 };

let server: Listening;
let answer: Response | Promise<Response>;
let begun: PromiseWithResolvers<void>;
let cutOff: PromiseWithResolvers<void>;
beforeAll(async () => {
  const fetch = ({ signal }: Request) => {
    signal.addEventListener("abort", () => cutOff.resolve());
    begun.resolve();
    return answer;
  };
  server = await listen(fetch, 0, "127.0.0.1", hasty);
});
afterAll(() => server.close());
beforeEach(() => {
  answer = new Response(long);
  begun = Promise.withResolvers();
  cutOff = Promise.withResolvers();
});

async function asked(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write("GET / HTTP/1.1\r\nhost: connect.test\r\n\r\n");
  await begun.promise;
  return socket;
}

test("a caller who does not read the answer is cut off", async () => {
  expect(serverLimits).toMatchObject({ answerTimeout: 120_000 });
  const socket = await asked();
  await cutOff.promise;
  socket.destroy();
});

test("so is one who reads a little now and then", async () => {
  const socket = await asked();
  const sips = setInterval(() => socket.read(1024), 20);
  await cutOff.promise;
  clearInterval(sips);
  socket.destroy();
});

test("one who waits for an answer gets it, however long it takes to be made", async () => {
  const made = Promise.withResolvers<Response>();
  answer = made.promise;
  const waiting = fetch(`http://127.0.0.1:${server.port}/`);
  await begun.promise;
  answer = new Response(long);
  const silent = await asked();
  // Later than this one's end, which came after its time.
  await cutOff.promise;
  silent.destroy();
  made.resolve(new Response("done"));
  expect(await (await waiting).text()).toBe("done");
});
