import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import type { Running, ServersOfRun } from "./start-servers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where `serverOfRun` asks for a server. */
    servers: { socket: string };
    /** The folder of bundles that several files start. */
    bundles: { folder: string };
  }
}

// A bundle's installed packages are looked for in the folders above it.
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** The run's servers: each starts when the first test file asks for it, so that a file without them takes a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const overNeon = process.env["DATABASE_DRIVER"] === "neon";
  // Known to every process that starts after it, so before the first.
  const relay = overNeon ? await (await import("../neon/run.ts")).startNeonRun() : null;
  const folder = await mkdtemp(path.join(tmpdir(), "connect-tests-"));
  const bundles = await mkdtemp(path.join(modules, ".bundles-"));
  const started = new Map<string, Promise<Running>>();
  const server = createServer({ allowHalfOpen: true }, (asked) => {
    void text(asked)
      .then((name) => {
        const starting = started.get(name) ?? start(name as keyof ServersOfRun, folder);
        // A server that did not start is not tried again by every file.
        started.set(name, starting);
        return starting;
      })
      .then(
        ({ told }) => ({ told }),
        (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) }),
      )
      .then((answer) => asked.end(JSON.stringify(answer)));
  });
  const socket = path.join(folder, "servers");
  await new Promise<void>((resolve) => void server.listen(socket, resolve));
  project.provide("servers", { socket });
  project.provide("bundles", { folder: bundles });
  return async () => {
    server.close();
    for (const one of await Promise.allSettled(started.values()))
      if (one.status === "fulfilled") await one.value.stop();
    for (const left of [folder, bundles]) await rm(left, { recursive: true, force: true });
    await relay?.end();
  };
}

async function start(name: keyof ServersOfRun, folder: string): Promise<Running> {
  const begin = async (): Promise<Running> =>
    (await import("./start-servers.ts")).startServer[name](folder);
  const recorded = process.env["IMPACT_RECORD"];
  if (recorded === undefined) return begin();
  const { recordStart } = await import("../impact/record-start.ts");
  return recordStart(path.join(recorded, `${name}.start.json`), begin);
}
