import { actors } from "#lib/db/actors.ts";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { buildApiDeps } from "#functions/api/deps.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { createSyncWorker, type SyncWorker } from "#functions/workers/create-sync-worker.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { createLocalQueue, localRegion, startQueueServer } from "#infra/local/queue-server.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { requestSync } from "#lib/sync/index.ts";
import { spawnChild } from "#tests/support/processes/child-process.ts";
import { silentLog } from "#tests/support/log.ts";
import type { BenchDatabase } from "../harness/cluster.ts";
import { legalSettings } from "#tests/support/scenes/legal-settings.ts";

export const login = { rut: "12345678-5", clave: "clave-bancoa", empresa: "76555835-2" };
const connector = "banco_a";

export interface SyncBench {
  portalUrl: string;
  worker: SyncWorker;
  /** A connection that has read nothing, with a sync of the period that waits for a worker. */
  newJob(periodo: string): Promise<string>;
  close(): Promise<void>;
}

/** The portal in its own process; service and worker here, like the floor's script. */
export async function syncBench(database: BenchDatabase): Promise<SyncBench> {
  const sandbox = spawnChild(process.execPath, ["--import", "tsx", "infra/sandbox/serve.ts", "0"]);
  const stdout = sandbox.process.stdout;
  if (stdout === null) throw new Error("the sandbox says nothing");
  const [line] = (await once(stdout, "data")) as [Buffer];
  const portalUrl = `${new URL(line.toString().trim()).origin}/portals/${connector}`;
  const queues = await startQueueServer();
  const { url: queueUrl } = await createLocalQueue(queues.endpoint, "bench", 60);
  const deps = await buildApiDeps(
    {
      BASE_URL: "http://connect.test",
      DATABASE_URL: database.workerUrl,
      DATABASE_POOL_MAX: 4,
      INDICATORS_BASE_URL: "http://127.0.0.1:9",
      ...legalSettings,
      LOG_LEVEL: "warn",
      SERVICE_SECRET: randomBytes(32).toString("base64"),
    },
    {
      clock: systemClock,
      log: silentLog,
      keys: masterKeys(randomBytes(32)),
      queue: createSqsQueue({ queueUrl, region: localRegion, endpoint: queues.endpoint }),
    },
  );
  const ctx = await newContext(deps);
  return {
    portalUrl,
    worker: createSyncWorker({
      ...deps,
      openPortal: (id, options) => openPortal(id, { ...options, baseUrl: portalUrl }),
    }),
    newJob: (periodo) => newJob(ctx, periodo),
    close: async () => {
      await deps.db.close();
      await queues.close();
      sandbox.process.kill("SIGTERM");
      await sandbox.ended;
    },
  };
}

type BenchContext = Context & ApiDeps;

async function newContext(deps: ApiDeps): Promise<BenchContext> {
  const organization = await createOrganization(deps, {
    name: "Comercial Los Boldos SpA",
    plan: "business",
    connectors: [connector],
  });
  return { ...deps, organization, actor: actors.system("bench"), requestId: "req_bench" };
}

async function newJob(ctx: BenchContext, periodo: string): Promise<string> {
  const { id: organizationId } = ctx.organization;
  const alcances = ["movimientos"];
  const credencial = "viva";
  const id = await withTx(ctx, async (tx) => {
    const connectionId = await insertConnection(tx, organizationId, {
      connector,
      nombre: "Cuenta principal",
      rut: login.empresa,
      razonSocial: null,
      alcances,
      credencial,
    });
    const given = { organizationId, connectionId, connector, fields: login };
    await storeCredential(tx, given);
    return connectionId;
  });
  const { jobId } = await requestSync(
    ctx,
    { id, connector, alcances, credencial, acceso: null },
    {
      periodo,
      trigger: "manual",
      offered: ctx.catalogue.manifestOf(connector)?.alcances ?? [],
      pendingLimit: 12,
    },
  );
  return jobId;
}
