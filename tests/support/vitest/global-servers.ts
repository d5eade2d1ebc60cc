import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { ensureDatabase, startPostgres } from "#infra/local/postgres.ts";
import { startQueueServer } from "#infra/local/queue-server.ts";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { migrate } from "#lib/db/migrate.ts";
import type { LoginRole } from "#lib/db/rights.ts";
import { asOwner, onePassword } from "../databases/as-owner.ts";
import { overNeon, startNeonRun } from "../neon/run.ts";
import { closeWayAround } from "../neon/way-around.ts";

declare module "vitest" {
  interface ProvidedContext {
    queues: { endpoint: string };
    /** The folder of bundles that several files start. */
    bundles: { folder: string };
    postgres: { serverUrl: string; template: string; passwords: Record<LoginRole, string> };
  }
}

const template = "connect_template";
// A bundle's installed packages are looked for in the folders above it.
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** This server does not outlive the run, so it needs no durability; those that tests kill are separate ones. */
const settings = [
  "max_connections=300",
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  // Autovacuum would visit a run's hundreds of databases; a test that checks a plan analyzes by itself.
  "autovacuum=off",
  // The passwords are no secret, and ten thousand connections are opened with them.
  "scram_iterations=1",
];

/** One real server for the whole run; each test file gets its own database from a template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const relay = overNeon ? await startNeonRun() : null;
  const folder = await mkdtemp(path.join(tmpdir(), "connect-tests-"));
  const postgres = await startPostgres(folder, {
    flags: settings.flatMap((setting) => ["-c", setting]),
  });
  const url = await ensureDatabase(postgres.url, template);
  const passwords = onePassword("only-for-tests");
  await migrate({ url, passwords, steps: onlineSteps });
  if (overNeon) await closeWayAround((text) => asOwner(url, text));
  project.provide("postgres", { serverUrl: postgres.url, template, passwords });
  const queues = await startQueueServer();
  project.provide("queues", { endpoint: queues.endpoint });
  const bundles = await mkdtemp(path.join(modules, ".bundles-"));
  project.provide("bundles", { folder: bundles });
  return async () => {
    await queues.close();
    await postgres.stop();
    for (const left of [folder, bundles]) await rm(left, { recursive: true, force: true });
    await relay?.end();
  };
}
