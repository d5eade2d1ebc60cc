import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { LoginRole } from "#lib/db/rights.ts";
import type { TestDatabase } from "../databases/test-database.ts";
import { relayOfRun } from "../neon/run.ts";

/** Everything between a function and its database goes through here, so that it can be cut. */
export interface DatabaseProxy {
  /** The address of a role through this proxy. */
  env(role: LoginRole): Record<string, string>;
  /** The number of open connections. */
  open(): number;
  /** The server hung up while idle: what is sent next is refused. */
  cut(): void;
  /** The network forgot the connections: what is sent next is never answered. */
  forget(): void;
  close(): Promise<void>;
}

export async function databaseProxy(database: TestDatabase): Promise<DatabaseProxy> {
  const urls: Record<LoginRole, string> = {
    connect_app: database.appUrl,
    connect_worker: database.url,
    connect_keeper: database.keeperUrl,
    connect_auth: database.authUrl,
  };
  const relay = relayOfRun();
  const target = new URL(relay === null ? database.url : `ws://${relay}`);
  const pairs = new Map<Socket, Socket>();
  const forgotten = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    pairs.set(socket, onward);
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward]) one.on("error", () => undefined);
    onward.once("close", () => {
      if (!forgotten.has(socket)) socket.destroy();
    });
    socket.once("close", () => {
      pairs.delete(socket);
      forgotten.delete(socket);
      onward.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const led = (given: string): string => Object.assign(new URL(given), { port }).toString();
  const cut = (): void => {
    for (const socket of pairs.keys()) socket.destroy();
  };
  return {
    // With Neon's driver a function goes through here to the relay, which needs the database's own port.
    env: (role) => {
      const given = urls[role];
      const { authUrl } = database;
      if (relay === null) return { DATABASE_URL: led(given), AUTH_DATABASE_URL: led(authUrl) };
      const relayed = { NEON_RELAY: `127.0.0.1:${port}` };
      return { DATABASE_URL: given, AUTH_DATABASE_URL: authUrl, ...relayed };
    },
    open: () => pairs.size - forgotten.size,
    cut,
    forget: () => {
      for (const [socket, onward] of pairs) {
        forgotten.add(socket);
        socket.unpipe(onward);
        onward.unpipe(socket);
        socket.resume();
        onward.destroy();
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
