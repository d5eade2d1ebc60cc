import { actors } from "#lib/db/actors.ts";
import { randomBytes } from "node:crypto";
import { buildApiDeps } from "#functions/api/deps.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { createConnection } from "#lib/connections/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { createApiKey, createOrganization } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { upsertRecords } from "#lib/records/index.ts";
import { toRecord } from "#lib/contract/index.ts";
import { silentLog } from "#tests/support/log.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import type { BenchDatabase } from "../harness/cluster.ts";
import { requestBytes } from "../harness/load.ts";
import { benchConnector, movement, movements, readMovements } from "./bench-connector.ts";
import { legalSettings } from "#tests/support/scenes/legal-settings.ts";

/** What a server under load is started with. */
export interface ServerConfig {
  databaseUrl: string;
  poolMax: number;
  serviceSecret: string;
}

export interface Scene {
  deps: ApiDeps;
  ours: ServerConfig;
  floor: ServerConfig;
  /** Each key with its organization's connection; used in turn, every key stays far from its limit. */
  callers: Caller[];
  /** One call for each of them. */
  requests: Buffer[];
  close(): Promise<void>;
}

export interface Caller {
  key: string;
  connection: string;
}

const organizationCount = 20;
const keysEach = 20;
const rowsEach = 500;
const pageSize = 50;
const poolMax = 10;

/** A year of read months, as every connection in use has them. */
const coverPastYear = `
  insert into coverage (organization_id, connection_id, alcance, periodo, status, incompletos,
    read_at, job_id)
  select organization_id, id, 'movimientos', to_char(created_at - back * interval '1 month', 'YYYY-MM'),
    'ok', 0, created_at, 'sjb_bench'
  from connections, generate_series(0, 11) as back`;

export const baseUrl = "http://connect.test";
export const readPath = `/v1/tools/${readMovements.id}/execute`;
export const readBody = JSON.stringify({ input: { limit: pageSize } });

/** Organizations with keys, one connection each, and rows to read. */
export async function setScene(database: BenchDatabase): Promise<Scene> {
  const serviceSecret = randomBytes(32).toString("base64");
  const deps = await benchDeps({ databaseUrl: database.workerUrl, poolMax, serviceSecret });
  const callers: Caller[] = [];
  for (let n = 0; n < organizationCount; n++) {
    const { id } = await createOrganization(deps, {
      name: `Comercial Número ${n} SpA`,
      plan: "business",
      connectors: [benchConnector.manifest.id],
    });
    const connection = await connectionWithRows(contextOf(deps, id), rowsEach);
    for (let k = 0; k < keysEach; k++) {
      const { key } = await createApiKey(deps, { organizationId: id, scopes: ["prueba:read"] });
      callers.push({ key, connection });
    }
  }
  await database.owner.query(coverPastYear);
  // As on a database that has been used for a while: the planner knows the tables.
  await database.owner.query("vacuum analyze");
  return {
    deps,
    ours: { databaseUrl: database.appUrl, poolMax, serviceSecret },
    floor: { databaseUrl: database.ownerUrl, poolMax, serviceSecret },
    callers,
    requests: callers.map((caller) => requestBytes(readPath, headersOf(caller), readBody)),
    close: () => deps.db.close(),
  };
}

export function benchDeps(config: ServerConfig): Promise<ApiDeps> {
  return buildApiDeps(
    {
      BASE_URL: baseUrl,
      DATABASE_URL: config.databaseUrl,
      DATABASE_POOL_MAX: config.poolMax,
      INDICATORS_BASE_URL: "http://127.0.0.1:9",
      ...legalSettings,
      LOG_LEVEL: "info",
      SERVICE_SECRET: config.serviceSecret,
    },
    {
      clock: systemClock,
      log: silentLog,
      keys: masterKeys(randomBytes(32)),
      queue: {
        check: () => Promise.resolve(),
        send: () => Promise.reject(new Error("a stored read queues nothing")),
        sendBatch: () => Promise.reject(new Error("a stored read queues nothing")),
      },
      connectors: [benchConnector],
    },
  );
}

export function contextOf(deps: ApiDeps, organizationId: string): Context {
  return {
    ...deps,
    organization: { id: organizationId },
    actor: actors.system("bench"),
    requestId: "req_bench",
  };
}

export async function connectionWithRows(ctx: Context, rows: number): Promise<string> {
  const connectionId = await createConnection(ctx, {
    connector: benchConnector.manifest.id,
    nombre: "Conexión de prueba",
    rut: "76555835-2",
    razonSocial: null,
    alcances: ["movimientos"],
    credencial: "viva",
  });
  await withTx(ctx, (tx) =>
    upsertRecords(tx, {
      connectionId,
      dataset: movements.id,
      readAt: ctx.clock.now(),
      jobId: null,
      rows: Array.from({ length: rows }, (_, n) => toRecord(movements, movement(n))),
    }),
  );
  return connectionId;
}

export function headersOf({ key, connection }: Caller): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    "x-connect-connection": connection,
    "content-type": "application/json",
  };
}
