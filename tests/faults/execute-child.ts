import { appendFileSync } from "node:fs";
import { z } from "zod";
import { buildApiDeps } from "#functions/api/deps.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { execute } from "#lib/tools/execute/index.ts";
import { silentLog } from "#tests/support/log.ts";
import { signalItselfAt } from "#tests/support/processes/signal-itself.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";

/** Parameters of a fault test's child: which call to make, and where it ends. */
export const ChildOrder = z.strictObject({
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
  queue: z.strictObject({ url: z.string(), endpoint: z.string() }),
  now: z.iso.datetime(),
  toolId: z.string(),
  input: z.unknown(),
  key: z.string(),
  connection: z.string(),
  idempotencyKey: z.string(),
  crashPoint: z.string(),
  signal: z.enum(["SIGKILL", "SIGSTOP"]),
  effectsFile: z.string(),
});
export type ChildOrder = z.infer<typeof ChildOrder>;

// One call of the real service in its own process, which sends itself a signal on the way.
const order = ChildOrder.parse(JSON.parse(process.argv[2] ?? ""));
const settings = order.settings as unknown as Parameters<typeof buildApiDeps>[0] & {
  masterKey: string;
};
const probe = probeConnector(() => appendFileSync(order.effectsFile, `${process.pid}\n`));

signalItselfAt(order.crashPoint, order.signal);

const deps = await buildApiDeps(settings, {
  clock: { now: () => new Date(order.now) },
  log: silentLog,
  keys: masterKeys(Buffer.from(settings.masterKey, "base64")),
  queue: createSqsQueue({
    queueUrl: order.queue.url,
    region: localRegion,
    endpoint: order.queue.endpoint,
  }),
  connectors: [probe.connector],
});
const answer = await execute(deps, {
  surface: "rest",
  toolId: order.toolId,
  authorization: `Bearer ${order.key}`,
  address: null,
  connection: order.connection,
  idempotencyKey: order.idempotencyKey,
  traceLabel: undefined,
  clientLabel: undefined,
  readBody: async () => ({ input: order.input }),
});
await deps.db.close();
process.stdout.write(JSON.stringify(answer));
