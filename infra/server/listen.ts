import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";

export interface Listening {
  port: number;
  /** Takes no more requests; those in progress get this long to finish. */
  close(finishMs?: number): Promise<void>;
}

/**
 * A request that arrives a byte at a time is cut off, and so is an answer that is not read in time. To be made, an
 * answer may take as long as it needs.
 */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  /** Since its request: 4 MiB, the longest part of an export, at 35 KB/s. */
  answerTimeout: 120_000,
};
const mostConnections = 1_000;

export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  host = "127.0.0.1",
  limits = serverLimits,
): Promise<Listening> {
  const atWork = new Set<Promise<unknown>>();
  // The adaptor also passes the caller's socket.
  const tracked = async (...asked: [Request]): Promise<Response> => {
    const answer = Promise.resolve(fetch(...asked));
    atWork.add(answer);
    return answer.finally(() => atWork.delete(answer));
  };
  const server = createAdaptorServer({
    fetch: tracked,
    // For a request in HTTP/1.0, as proxies check health with: it names no host.
    hostname: "localhost",
    serverOptions: limits,
  }) as Server;
  server.maxConnections = mostConnections;
  const open: OpenAnswers = new Map();
  cutOffUnread(server, open, limits);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A connection that this machine could not take must not end those that it has.
      server.on("error", (error) => process.emitWarning(error));
      const { port: taken } = server.address() as AddressInfo;
      resolve({ port: taken, close: closing(server, open, atWork) });
    });
  });
}

/** Those not sent to their end, and when their request came. */
type OpenAnswers = Map<ServerResponse, number>;

/** Callers who read nothing, or a little now and then, would hold every connection for nothing. */
function cutOffUnread(
  server: Server,
  open: OpenAnswers,
  { answerTimeout, connectionsCheckingInterval }: typeof serverLimits,
): void {
  const timer = setInterval(() => {
    const before = performance.now() - answerTimeout;
    for (const [{ socket }, since] of open) {
      if (since < before && socket !== null && socket.writableLength > 0) socket.destroy();
    }
  }, connectionsCheckingInterval);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

function closing(
  server: Server,
  open: OpenAnswers,
  atWork: ReadonlySet<Promise<unknown>>,
): Listening["close"] {
  let isClosing = false;
  server.prependListener("request", (_request, response) => {
    open.set(response, performance.now());
    response.shouldKeepAlive &&= !isClosing;
    response.once("close", () => {
      open.delete(response);
      // A client that keeps its connection open would keep the server running.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return async (finishMs = 0) => {
    isClosing = true;
    // The next call on a connection that is being closed would get no answer: it is told not to make one.
    for (const response of open.keys()) response.shouldKeepAlive = false;
    const closed = new Promise<void>((done) => server.close(() => done()));
    if (finishMs > 0) {
      server.closeIdleConnections();
      // A caller that has hung up is no connection any more, but its call is still at work.
      const finished = closed.then(() => Promise.allSettled(atWork));
      await Promise.race([finished, pause(finishMs, undefined, { ref: false })]);
    }
    server.closeAllConnections();
    await closed;
  };
}
