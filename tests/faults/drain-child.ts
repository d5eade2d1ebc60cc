import { buildApiDeps } from "#functions/api/deps.ts";
import { createDrain } from "#functions/workers/create-drain.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { createNames } from "#infra/local/names.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { silentLog } from "#tests/support/log.ts";
import { signalItselfAt } from "#tests/support/processes/signal-itself.ts";
import type { TestApi } from "#tests/support/scenes/api.ts";

/** Parameters of a fault test's drain: where the receivers are, and where the signal comes. */
export interface DrainOrder {
  settings: TestApi["settings"];
  server: { host: string; port: number; ca: string };
  /** How far the service's clock is ahead of the machine's. */
  aheadMs: number;
  /** Null: it runs to its end. */
  crashPoint: CrashPoint | null;
  signal: "SIGKILL" | "SIGSTOP";
}

// One drain in its own process, which sends itself a signal on the way.
const order = JSON.parse(process.argv[2] ?? "") as DrainOrder;
const { settings, server } = order;
const entered = { ...settings, DATABASE_URL: settings.WORKER_DATABASE_URL };

signalItselfAt(order.crashPoint, order.signal);

const names = createNames({ resolve: async () => [] });
names.serve(server.host, { address: "127.0.0.1", port: server.port, ca: server.ca });
const deps = await buildApiDeps(entered, {
  clock: { now: () => new Date(Date.now() + order.aheadMs) },
  log: silentLog,
  keys: masterKeys(Buffer.from(settings.masterKey, "base64")),
  queue: {
    check: () => Promise.resolve(),
    send: () => Promise.reject(new Error("a drain queues nothing")),
    sendBatch: () => Promise.reject(new Error("a drain queues nothing")),
  },
  egress: names.egress,
});
const report = await createDrain(deps)(60_000);
await deps.db.close();
process.stdout.write(JSON.stringify(report));
