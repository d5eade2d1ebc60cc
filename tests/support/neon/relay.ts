import { connect, type AddressInfo, type Socket } from "node:net";
import { WebSocketServer, type RawData } from "ws";
import { namedStartup } from "./startup-message.ts";

export interface RelayTarget {
  host: string;
  port: number;
  /** Lets the database tell who came through the relay. */
  applicationName?: string;
}

export interface Relay {
  port: number;
  close(): Promise<void>;
}

/** Replaces Neon's own proxy: WebSocket on one side, a Postgres socket on the other. */
export async function startRelay(targetOf: (asked: URL) => RelayTarget): Promise<Relay> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  const sockets = new Set<Socket>();

  server.on("connection", (client, request) => {
    const { host, port, applicationName } = targetOf(new URL(request.url ?? "/", "http://relay"));
    const socket = connect({ host, port });
    sockets.add(socket);
    let first = true;
    client.on("message", (data: RawData) => {
      const bytes = data as Buffer;
      const named = first && applicationName !== undefined;
      first = false;
      socket.write(named ? namedStartup(bytes, applicationName) : bytes);
    });
    client.on("error", () => socket.destroy());
    client.on("close", () => socket.destroy());
    socket.on("data", (chunk) => client.send(chunk));
    socket.on("error", () => client.terminate());
    socket.on("close", () => {
      sockets.delete(socket);
      client.close();
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const client of server.clients) client.terminate();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
