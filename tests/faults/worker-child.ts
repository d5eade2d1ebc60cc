import { z } from "zod";
import { buildApiDeps } from "#functions/api/deps.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { createLog } from "#lib/kernel/log.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { signalItselfAt } from "#tests/support/processes/signal-itself.ts";

/** Parameters of a fault test's worker: its one job, and where the signal comes. */
const WorkerOrder = z.strictObject({
  takes: z.enum(["syncs", "emissions"]),
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
  queue: z.strictObject({ url: z.string(), endpoint: z.string() }),
  sandboxUrl: z.string(),
  /** How far the service's clock is ahead of the machine's. */
  aheadMs: z.number(),
  jobId: z.string(),
  crashPoint: z.string(),
  signal: z.enum(["SIGKILL", "SIGSTOP"]),
});
export type WorkerOrder = z.infer<typeof WorkerOrder>;

// A worker with one job in its own process, which sends itself a signal on the way.
const order = WorkerOrder.parse(JSON.parse(process.argv[2] ?? ""));
const settings = order.settings as unknown as Parameters<typeof buildApiDeps>[0] & {
  WORKER_DATABASE_URL: string;
  masterKey: string;
};
const entered = { ...settings, DATABASE_URL: settings.WORKER_DATABASE_URL };
const clock = { now: () => new Date(Date.now() + order.aheadMs) };

signalItselfAt(order.crashPoint, order.signal);

const deps = await buildApiDeps(entered, {
  clock,
  log: createLog({
    level: "info",
    write: (line) => process.stdout.write(`${line}\n`),
    now: () => clock.now(),
  }),
  keys: masterKeys(Buffer.from(settings.masterKey, "base64")),
  queue: createSqsQueue({
    queueUrl: order.queue.url,
    region: localRegion,
    endpoint: order.queue.endpoint,
  }),
});
const create = order.takes === "syncs" ? createSyncWorker : createEmissionWorker;
const worker = create({
  ...deps,
  openPortal: (connector, options) =>
    openPortal(connector, { ...options, baseUrl: `${order.sandboxUrl}/portals/${connector}` }),
});
const record = { messageId: "only", body: JSON.stringify({ jobId: order.jobId }) };
const answer = await worker({ Records: [record] }, 300_000);
await deps.db.close();
process.stdout.write(`${JSON.stringify(answer)}\n`);
