import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";

export interface Listening {
  close(): Promise<void>;
}

export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch }) as Server;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      resolve({
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
