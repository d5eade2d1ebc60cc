import { connect, type AddressInfo, type Socket } from "node:net";
import { neonConfig } from "@neondatabase/serverless";
import { WebSocketServer, type RawData } from "ws";

export interface NeonRelay {
  close(): Promise<void>;
}

let shared: Promise<NeonRelay> | null = null;
let users = 0;

/**
 * Stands where Neon's own proxy does: WebSocket on one side, a Postgres socket on the other. The
 * driver's settings are the process's, so there is one relay until its last user closes it.
 */
export async function startNeonRelay(): Promise<NeonRelay> {
  users += 1;
  shared ??= listen();
  const relay = await shared;
  return {
    close: async () => {
      users -= 1;
      if (users > 0) return;
      shared = null;
      await relay.close();
    },
  };
}

async function listen(): Promise<NeonRelay> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<Socket>();

  server.on("connection", (client, request) => {
    const { searchParams } = new URL(request.url ?? "/", "http://relay");
    const [host = "", target] = (searchParams.get("address") ?? "").split(":");
    const socket = connect(Number(target), host);
    sockets.add(socket);
    client.on("message", (data: RawData) => socket.write(data as Buffer));
    client.on("close", () => socket.destroy());
    socket.on("data", (chunk) => client.send(chunk));
    socket.on("error", () => client.terminate());
    socket.on("close", () => {
      sockets.delete(socket);
      client.close();
    });
  });

  neonConfig.wsProxy = (host, postgresPort) =>
    `127.0.0.1:${port}/v2?address=${host}:${postgresPort}`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineTLS = false;
  neonConfig.pipelineConnect = false;

  return {
    close: async () => {
      for (const client of server.clients) client.terminate();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
