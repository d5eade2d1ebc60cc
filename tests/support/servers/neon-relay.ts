import { neonConfig } from "@neondatabase/serverless";
import { startRelay } from "../neon/relay.ts";

export interface NeonRelay {
  close(): Promise<void>;
}

let shared: Promise<NeonRelay> | null = null;
let users = 0;

/** The driver's settings belong to the process, so there is one relay until its last user closes it. */
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
  const relay = await startRelay(({ searchParams }) => {
    const [host = "", port] = (searchParams.get("address") ?? "").split(":");
    return { host, port: Number(port) };
  });
  neonConfig.wsProxy = (host, postgresPort) =>
    `127.0.0.1:${relay.port}/v2?address=${host}:${postgresPort}`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineTLS = false;
  neonConfig.pipelineConnect = false;
  return relay;
}
