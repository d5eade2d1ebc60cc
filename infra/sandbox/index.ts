import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "./app.ts";
import { createReceivers } from "./receivers/receivers.ts";
import { createClients } from "./receivers/clients.ts";
import { clientUrl, startReceiverServer } from "./receivers/server.ts";
import { definitions } from "./registry.ts";
import type { ServiceControl } from "./service-control.ts";
import { createSystems } from "./system/systems.ts";
import type { UsedFolios } from "./system/used-folios.ts";

export type * from "./service-control.ts";
export type { UsedFolios } from "./system/used-folios.ts";

interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  service: ServiceControl;
  /** How long every page takes, instead of each portal's own small delay. */
  pageDelayMs?: number;
  /** From earlier starts too, and kept by a reset; by default each beginning has its own. */
  usedFolios?: UsedFolios | undefined;
}

export interface Sandbox {
  url: string;
  /** The name, the port on 127.0.0.1 that serves it, and the authority to trust, as PEM. */
  receivers: { host: string; port: number; ca: string };
  close(): Promise<void>;
}

const address = "127.0.0.1";

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { service } = options;
  let origin = "";
  const systems = createSystems({
    definitions,
    now: () => service.now(),
    origin: () => origin,
    usedFolios: options.usedFolios,
    pageDelayMs: options.pageDelayMs,
  });
  const receivers = createReceivers();
  const clients = createClients(clientUrl);
  const app = createApp({ service, systems, receivers, clients });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listen(server, options.port);
  origin = `http://${address}:${(server.address() as AddressInfo).port}`;
  const receiverServer = await startReceiverServer({
    receivers,
    clients,
    now: () => service.now(),
  });
  const { host, port, ca } = receiverServer;
  return {
    url: origin,
    receivers: { host, port, ca },
    async close() {
      systems.close();
      await Promise.all([closeServer(server), receiverServer.close()]);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
