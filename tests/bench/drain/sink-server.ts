import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { handedOver } from "../harness/serve.ts";

/** A receiver in its own process: `/ok` answers at once, `/hang` never. */
const { key, cert } = handedOver<{ key: string; cert: string }>();

const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  if (request.url === "/hang") return;
  request.once("end", () => response.writeHead(200, { "content-length": "0" }).end());
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on("disconnect", () => process.exit(0));
