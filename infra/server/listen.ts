import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
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
  const server = createAdaptorServer({ fetch, serverOptions: limits }) as Server;
  server.maxConnections = mostConnections;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      resolve({ port: (server.address() as AddressInfo).port, close: closing(server) });
    });
  });
}

function closing(server: Server): Listening["close"] {
  let isClosing = false;
  server.on("request", (_request, response) => {
    // A client that keeps its connection open would keep the server running.
    response.once("close", () => {
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return (finishMs = 0) => {
    isClosing = true;
    return new Promise((done) => {
      const cut = (): void => server.closeAllConnections();
      const timer = finishMs > 0 ? setTimeout(cut, finishMs) : undefined;
      server.close(() => {
        clearTimeout(timer);
        done();
      });
      if (finishMs === 0) cut();
      else server.closeIdleConnections();
    });
  };
}
