import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { Agent, get, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { listen } from "./listen.ts";

test("a call whose caller has hung up is finished before the server has ended", async () => {
  const begun = Promise.withResolvers<void>();
  const hungUp = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const done: string[] = [];
  const server = await listen(async ({ signal }) => {
    signal.addEventListener("abort", () => hungUp.resolve());
    begun.resolve();
    await work.promise;
    done.push("the call");
    return new Response();
  }, 0);
  const caller = new AbortController();
  const call = fetch(`http://127.0.0.1:${server.port}/`, { signal: caller.signal });
  await begun.promise;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  await hungUp.promise;

  const ended = server.close(60_000).then(() => done.push("the server"));
  // Enough for a server without connections to end.
  for (let turns = 0; turns < 5; turns += 1) await turn();
  work.resolve();
  await ended;
  expect(done).toEqual(["the call", "the server"]);
});

test("what is not finished in time is cut off", async () => {
  const begun = Promise.withResolvers<void>();
  const server = await listen(async () => {
    begun.resolve();
    return new Promise<Response>(() => {});
  }, 0);
  const call = fetch(`http://127.0.0.1:${server.port}/`);
  await begun.promise;
  await Promise.all([expect(call).rejects.toThrow("fetch failed"), server.close(50)]);
});

test("anyone who is answered while the server ends is told to send nothing more on that connection", async () => {
  const gate = Promise.withResolvers<void>();
  const [begun, asks] = [Promise.withResolvers<void>(), 3];
  let running = 0;
  const listening = await listen(async () => {
    running += 1;
    if (running === asks) begun.resolve();
    await gate.promise;
    return new Response("done");
  }, 0);
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: asks }, async () => {
    const asked = get({ port: listening.port, host: "127.0.0.1", agent });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const body = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, body, connection: answer.headers.connection };
  });
  await begun.promise;
  const closed = listening.close(10_000);
  gate.resolve();
  const told = { status: 200, body: "done", connection: "close" };
  expect(await Promise.all(answers)).toEqual([told, told, told]);
  await closed;
  agent.destroy();
});

test("a proxy's health check in HTTP/1.0, which names no host, is answered", async () => {
  const listening = await listen((request) => new Response(new URL(request.url).pathname), 0);
  const socket = connect(listening.port, "127.0.0.1");
  socket.end("GET /health HTTP/1.0\r\n\r\n");
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.\d 200 /);
  expect(answer).toMatch(/\/health$/);
  await listening.close();
});

test("connections that the machine could not take are told of, and end nothing", async () => {
  const servers: Server[] = [];
  const note = (message: unknown): void => {
    servers.push((message as { server: Server }).server);
  };
  const started = "tracing:net.server.listen:asyncStart";
  subscribe(started, note);
  const listening = await listen(() => new Response("here"), 0);
  unsubscribe(started, note);
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", hear);
  const refused = ["accept EMFILE", "accept ENOMEM"];
  for (const text of refused) servers[0]?.emit("error", new Error(text));
  const answer = await fetch(`http://127.0.0.1:${listening.port}/`);
  expect(await answer.text()).toBe("here");
  expect(warnings).toEqual(refused);
  process.off("warning", hear);
  await listening.close();
});
