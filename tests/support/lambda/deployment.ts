import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { FunctionName } from "#infra/aws/bundle.ts";
import { sealing } from "#infra/aws/sealing.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import type { LoginRole } from "#lib/db/rights.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createVault } from "#lib/vault/index.ts";
import { testApi, type TestApi } from "../scenes/api.ts";
import { brokerName, startBrokerServer } from "../aws/broker-server.ts";
import { startKmsServer, wrappingKeys } from "../aws/kms-server.ts";
import { startSchedulerServer, type SchedulerServer } from "../aws/scheduler-server.ts";
import { serverOfRun } from "../servers/server-of-run.ts";
import { testQueue, type TestQueue } from "../servers/test-queue.ts";
import { machineClock, type MachineClock } from "./clock.ts";
import { databaseProxy, type DatabaseProxy } from "./database-proxy.ts";
import { urlEvent, urlResponse, type UrlRequest } from "./events.ts";
import type { Machine } from "./function-process.ts";
import { createLambda, type Lambda } from "./lambda.ts";
import { stageFunction } from "./stage.ts";
import { legalSettings } from "../scenes/legal-settings.ts";

/** A stage of the service: each bundle in its own process, over the cloud's protocols. */
export interface Deployment {
  /** The same service in the test's process, to set up scenes and to inspect them. */
  api: TestApi;
  /** Seals as the deployed functions do. */
  vault: ReturnType<typeof createVault>;
  clock: MachineClock;
  /** Between the functions and the database. */
  sockets: DatabaseProxy;
  sandbox: TestSandbox;
  scheduler: SchedulerServer;
  syncs: TestQueue;
  emissions: TestQueue;
  lambda(name: FunctionName): Lambda;
  /** A client's request to the function url. */
  send(request: UrlRequest): Promise<Response>;
  close(): Promise<void>;
}

export interface DeploymentOptions {
  functions: readonly FunctionName[];
  timeoutsMs?: Partial<Record<FunctionName, number>>;
  /** Added to every function's environment. */
  env?: Record<string, string>;
  /** Where the functions run. */
  on?: Machine;
}

const keyId = "arn:aws:kms:us-east-1:000000000000:key/11111111-2222-4333-8444-555555555555";
const group = "connect-test-connections";
export const syncQueueArn = "arn:aws:sqs:us-east-1:000000000000:syncs";

const timeoutsMs: Record<FunctionName, number> = {
  api: 40_000,
  dashboard: 20_000,
  "sync-worker": 300_000,
  "emission-worker": 300_000,
  "credential-broker": 10_000,
  "drain-deliveries": 60_000,
  housekeeping: 60_000,
};

const roleOf: Record<FunctionName, LoginRole> = {
  api: "connect_app",
  dashboard: "connect_app",
  "sync-worker": "connect_worker",
  "emission-worker": "connect_worker",
  "credential-broker": "connect_worker",
  "drain-deliveries": "connect_worker",
  housekeeping: "connect_keeper",
};

export async function deploy(options: DeploymentOptions): Promise<Deployment> {
  const clock = await machineClock();
  const wrapping = wrappingKeys(keyId);
  const kms = await startKmsServer(wrapping);
  const scheduler = await startSchedulerServer([group], clock);
  const api = await testApi();
  const sandbox = await startTestSandbox({ ...standaloneService(), now: () => clock.now() });
  const sockets = await databaseProxy(api.database);
  const [syncs, emissions] = [api.queue, await testQueue()];
  const shared = {
    ...environmentOf(api, sandbox.url, { syncs, emissions }),
    AWS_ENDPOINT_URL_SQS: (await serverOfRun("queues")).endpoint,
    AWS_ENDPOINT_URL_SCHEDULER: scheduler.endpoint,
    ...options.env,
  };
  const lambdas = new Map<FunctionName, Lambda>();
  const closing = [() => kms.close()];
  const lambda = (name: FunctionName): Lambda => {
    const found = lambdas.get(name);
    if (found === undefined) throw new Error(`${name} is not deployed here`);
    return found;
  };
  const asking = await startBrokerServer(() => lambda("credential-broker"));
  closing.push(() => asking.close());
  // Without the broker a worker has no credential to log in with.
  const works = options.functions.some((name) => name.endsWith("-worker"));
  const functions = works
    ? [...options.functions, "credential-broker" as const]
    : options.functions;
  for (const name of functions) {
    const limit = options.timeoutsMs?.[name] ?? timeoutsMs[name];
    const staged = await stageFunction(name);
    // The key service as this function's role sees it.
    const own = await startKmsServer(wrapping, undefined, sealing[name]);
    closing.push(() => own.close());
    const env = {
      AWS_ENDPOINT_URL_LAMBDA: asking.endpoint,
      AWS_ENDPOINT_URL_KMS: own.endpoint,
      ...shared,
      ...sockets.env(roleOf[name]),
    };
    lambdas.set(
      name,
      createLambda({ package: staged, timeoutMs: limit, clock, env, on: options.on }),
    );
  }
  const keys = createKmsKeys({ keyId, region: localRegion, endpoint: kms.endpoint });
  return {
    api,
    vault: createVault(keys, clock),
    clock,
    sockets,
    sandbox,
    scheduler,
    syncs,
    emissions,
    lambda,
    send: async (request) =>
      urlResponse(await lambda("api").invoke<APIGatewayProxyStructuredResultV2>(urlEvent(request))),
    close: async () => {
      for (const one of lambdas.values()) await one.close();
      await sockets.close();
      await sandbox.close();
      await api.close();
      await scheduler.close();
      for (const end of closing) await end();
      await clock.close();
    },
  };
}

/** What the infrastructure sets, the same for all functions: each reads its own keys. */
function environmentOf(
  { settings }: TestApi,
  sandboxUrl: string,
  queues: { syncs: TestQueue; emissions: TestQueue },
): Record<string, string> {
  const portals = ["banco_a", "tributario"].map((id) => [id, `${sandboxUrl}/portals/${id}`]);
  return {
    BASE_URL: "https://connect.test",
    DATABASE_POOL_MAX: "2",
    ...legalSettings,
    INDICATORS_BASE_URL: `${sandboxUrl}/providers/indicadores`,
    SERVICE_SECRET: settings.SERVICE_SECRET,
    KMS_KEY_ID: keyId,
    CREDENTIAL_BROKER: brokerName,
    SYNC_QUEUE_URL: reachable(queues.syncs),
    EMISSION_QUEUE_URL: reachable(queues.emissions),
    PORTAL_URLS: JSON.stringify(Object.fromEntries(portals)),
    SCHEDULE_GROUP: group,
    SCHEDULE_TARGET_ARN: syncQueueArn,
    SCHEDULE_ROLE_ARN: "arn:aws:iam::000000000000:role/connection-schedules",
    SCHEDULE_DEAD_LETTERS_ARN: "arn:aws:sqs:us-east-1:000000000000:schedule-dead-letters",
  };
}

/** The SDK uses the queue's URL as its address, and nobody here knows that host. */
function reachable({ url, endpoint }: TestQueue): string {
  return new URL(new URL(url).pathname, endpoint).toString();
}
