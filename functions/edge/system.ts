import { openDatabase } from "#lib/db/client.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import type { Settings } from "#lib/kernel/config.ts";
import { createLog } from "#lib/kernel/log.ts";
import { startTracing } from "#lib/platform/open-telemetry.ts";

export const systemSettings = [
  "DATABASE_POOL_MAX",
  "DATABASE_URL",
  "LOG_LEVEL",
  "METRICS_NAMESPACE",
  "RELEASE",
] as const;

/** Their names in the log, and that of the one process that runs them all; `stage smoke` uses the same. */
type Program =
  | "api"
  | "dashboard"
  | "sync"
  | "emission"
  | "broker"
  | "drain"
  | "housekeeping"
  | "serve";

// Before anything is built that checks whether there are traces.
await startTracing(process.env);

/** What every deployed function depends on; opened once by its module and reused after a thaw. */
export async function openSystem(
  config: Settings<(typeof systemSettings)[number]>,
  program: Program,
): Promise<SystemContext> {
  const log = createLog({
    level: config.LOG_LEVEL,
    write: (line) => process.stdout.write(`${line}\n`),
    now: () => systemClock.now(),
    namespace: config.METRICS_NAMESPACE,
    release: config.RELEASE,
    program,
  });
  return {
    clock: systemClock,
    log,
    db: await openDatabase({ url: config.DATABASE_URL, max: config.DATABASE_POOL_MAX, log }),
  };
}
