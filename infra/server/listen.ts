import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";

export interface Listening {
  port: number;
  /** Takes no more requests; those in progress get this long to finish. */
  close(finishMs?: number): Promise<void>;
}

/** A request that arrives a byte at a time is cut off; an answer may take as long as it needs. */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
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
  const server = createAdaptorServer({ fetch: tracked, serverOptions: limits }) as Server;
  server.maxConnections = mostConnections;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      resolve({ port: (server.address() as AddressInfo).port, close: closing(server, atWork) });
    });
  });
}

function closing(server: Server, atWork: ReadonlySet<Promise<unknown>>): Listening["close"] {
  let isClosing = false;
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_request, response) => {
    open.add(response);
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
    for (const response of open) response.shouldKeepAlive = false;
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
