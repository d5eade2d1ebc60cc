import { actors } from "#lib/db/actors.ts";
import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { createApi } from "#functions/api/app.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { createConnection } from "#lib/connections/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Egress } from "#lib/egress/index.ts";
import { createApiKey, createOrganization, type NewOrganization } from "#lib/identity/index.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import type { SecretSettings } from "#lib/kernel/secrets.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { Connector } from "#lib/contract/index.ts";
import { testDatabase, type TestDatabase } from "../databases/test-database.ts";
import { silentLog } from "../log.ts";
import { testQueue, type TestQueue } from "../servers/test-queue.ts";
import { legalSettings } from "./legal-settings.ts";

type AllSettings = Parameters<typeof buildApiDeps>[0];
type Lists = keyof SecretSettings | "RECEIPT_PUBLIC_KEYS" | "OAUTH_CLIENTS";
type ChildSettings = Omit<AllSettings, Lists> & {
  WORKER_DATABASE_URL: string;
  SERVICE_SECRET: string;
  masterKey: string;
};

export interface TestApi {
  app: Hono;
  /** The app's database access, which sees one organization at a time. */
  appDeps: ApiDeps;
  /** The database access of workers and operators. */
  deps: ApiDeps;
  clock: MovableClock;
  database: TestDatabase;
  queue: TestQueue;
  /** What another process needs to be the same service. */
  settings: ChildSettings;
  /** An organization with a key that has every scope given. */
  organization(input?: Partial<NewOrganization> & { scopes?: string[] }): Promise<TestOrganization>;
  key(
    organizationId: string,
    scopes: string[],
    expiresAt?: string,
  ): Promise<{ id: string; key: string }>;
  connection(organizationId: string, connector: string, alcances?: string[]): Promise<string>;
  contextOf(organizationId: string): Context;
  close(): Promise<void>;
}

export interface TestOrganization {
  id: string;
  key: string;
  keyId: string;
}

export const allScopes = (connectors: readonly Connector[]): string[] =>
  connectors.flatMap(({ manifest }) => [`${manifest.id}:read`, `${manifest.id}:write`]);

export interface TestApiOptions {
  connectors?: readonly Connector[];
  log?: Log;
  indicatorsUrl?: string;
  baseUrl?: string;
  egress?: Egress;
  /** The service's OAuth clients. */
  oauthClients?: ApiDeps["oauthClients"];
  /** The test's own; closed with the rest. */
  database?: TestDatabase;
  /** Makes it the same service as another one. */
  secrets?: Pick<ChildSettings, "SERVICE_SECRET" | "masterKey">;
}

/** Our real factory over a separate real database. */
export async function testApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await testDatabase());
  const queue = await testQueue();
  const clock = new MovableClock();
  const settings: TestApi["settings"] = {
    BASE_URL: options.baseUrl ?? "http://connect.test",
    DATABASE_URL: database.appUrl,
    WORKER_DATABASE_URL: database.url,
    DATABASE_POOL_MAX: 10,
    INDICATORS_BASE_URL: options.indicatorsUrl ?? "http://127.0.0.1:9",
    LOG_LEVEL: "debug",
    ...legalSettings,
    SERVICE_SECRET: randomBytes(32).toString("base64"),
    masterKey: randomBytes(32).toString("base64"),
    ...options.secrets,
  };
  const { oauthClients: OAUTH_CLIENTS = {} } = options;
  const appDeps = await buildApiDeps(
    { ...settings, OAUTH_CLIENTS },
    {
      clock,
      log: options.log ?? silentLog,
      keys: masterKeys(Buffer.from(settings.masterKey, "base64")),
      queue: queue.queue,
      db: database.app,
      ...(options.connectors !== undefined && { connectors: options.connectors }),
      ...(options.egress !== undefined && { egress: options.egress }),
    },
  );
  const deps = { ...appDeps, db: database.db };
  const key: TestApi["key"] = (organizationId, scopes, expiresAt) =>
    createApiKey(deps, { organizationId, scopes, expiresAt });
  const contextOf = (id: string): Context => ({
    ...deps,
    organization: { id },
    actor: actors.system("tests"),
    requestId: "req_tests",
  });
  return {
    app: createApi(appDeps),
    appDeps,
    deps,
    clock,
    database,
    queue,
    settings,
    key,
    contextOf,
    organization: async ({ scopes, ...input } = {}) => {
      const { id } = await createOrganization(deps, {
        name: "Organización de prueba",
        plan: "business",
        connectors: deps.catalogue.manifests.map((manifest) => manifest.id),
        ...input,
      });
      const made = await key(id, scopes ?? everyScope(deps));
      return { id, key: made.key, keyId: made.id };
    },
    connection: (organizationId, connector, alcances) =>
      createConnection(contextOf(organizationId), {
        connector,
        nombre: "Conexión de prueba",
        rut: "76555835-2",
        razonSocial: null,
        alcances:
          alcances ?? deps.catalogue.manifestOf(connector)?.alcances.map(({ id }) => id) ?? [],
        credencial: "viva",
      }),
    close: () => database.close(),
  };
}

function everyScope(deps: ApiDeps): string[] {
  return deps.catalogue.manifests.flatMap(({ id }) => [`${id}:read`, `${id}:write`]);
}

export interface CallOptions {
  key?: string;
  connection?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Sent unchanged instead of `{"input": …}`. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

export interface Answered {
  status: number;
  headers: Headers;
  // A parsed answer of a dynamic catalogue: tests narrow the parts they check.
  body: {
    data?: Record<string, unknown>;
    error?: {
      code: string;
      message: string;
      suggested_fix: string;
      request_id: string;
      details: Record<string, unknown> | null;
    };
    meta: Record<string, unknown>;
  };
}

/** Calls a tool as a client would, through the real routes. */
export async function callTool(
  app: Hono,
  toolId: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Answered> {
  const headers = new Headers({ "content-type": "application/json", ...options.headers });
  if (options.key !== undefined) headers.set("authorization", `Bearer ${options.key}`);
  if (options.connection !== undefined) headers.set("x-connect-connection", options.connection);
  if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
  const response = await app.request(`/v1/tools/${toolId}/execute`, {
    method: "POST",
    headers,
    body: options.raw ?? JSON.stringify({ input }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answered["body"],
  };
}
