import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Call {
  method: string;
  params: [Record<string, unknown>];
}

/** What the components ask of the platform's command line while they are evaluated. */
export async function startRpcServer(
  answer: (method: string, args: Record<string, unknown>) => unknown,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, params } = JSON.parse(body) as Call;
      const result = answer(method, params[0]);
      response.setHeader("content-type", "application/json");
      const missing = { error: `rpc: can't find method ${method}` };
      response.end(JSON.stringify(result === undefined ? missing : { result }));
    });
  });
  // On a busy machine the program takes longer than a connection is kept open by default.
  server.keepAliveTimeout = 120_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
