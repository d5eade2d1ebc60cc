import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { cpuMsOf } from "./cpu-time.ts";

export interface ServerProcess {
  port: number;
  /** CPU time so far. */
  cpuMs(): Promise<number>;
  /** Resident memory now. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

export type ServerMessage = { port: number } | { residentBytes: number };

export interface ServerBundle {
  /** Starts a separate process with this configuration; resolves when it listens. */
  start(config: unknown): Promise<ServerProcess>;
  remove(): Promise<void>;
}

/** Both sides run as they are deployed: one bundled file, plain Node, no transpiling. */
export async function bundleServer(entry: URL): Promise<ServerBundle> {
  const folder = await mkdtemp(path.join(tmpdir(), "connect-bench-server-"));
  const file = path.join(folder, "server.mjs");
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    external: ["pg-native"],
    // pg is CommonJS and asks for Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return {
    start: (config) => startServer(file, config),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function startServer(file: string, config: unknown): Promise<ServerProcess> {
  const nodeArguments = (process.env["BENCH_NODE_ARGS"] ?? "").split(" ").filter(Boolean);
  const child = fork(file, [JSON.stringify(config)], {
    execArgv: nodeArguments,
    stdio: ["ignore", 2, 2, "ipc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const message = await nextMessage(child);
  const { pid } = child;
  if (pid === undefined) throw new Error("the server was not started");
  if (!("port" in message)) throw new Error("the server did not name its port");
  return {
    port: message.port,
    cpuMs: () => cpuMsOf(pid),
    residentBytes: async () => {
      child.send("memory");
      const answer = await nextMessage(child);
      if (!("residentBytes" in answer)) throw new Error("the server did not tell its memory");
      return answer.residentBytes;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

function nextMessage(child: ChildProcess): Promise<ServerMessage> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`the server ended with ${String(code)}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as ServerMessage);
    });
  });
}
