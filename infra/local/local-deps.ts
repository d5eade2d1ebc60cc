import path from "node:path";
import { client } from "#infra/sandbox/portals/correo/client.ts";
import type { AtEnd } from "#infra/server/endings.ts";
import { closeDatabases, serverDeps, type ServerDeps } from "#infra/server/deps.ts";
import type { Queues } from "#infra/server/queues.ts";
import { jobLimitMs } from "#infra/server/workers.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import type { Egress } from "#lib/egress/index.ts";
import type { LoginRole } from "#lib/db/rights.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";
import type { MovableClock } from "#lib/kernel/clock.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { OAuthClient } from "#lib/kernel/setting-types.ts";
import type { MailPort } from "#lib/platform/mail.ts";
import { createSqsWorkQueue } from "#lib/platform/sqs-reader.ts";
import { localKeys, secretFile } from "./keys.ts";
import { libraryClock } from "./library-clock.ts";
import { createLocalQueue, localRegion, startQueueServer } from "./queue-server.ts";
import type { LocalSettings } from "./settings.ts";

interface LocalParts {
  settings: LocalSettings;
  urls: { baseUrl: string; sandboxUrl: string };
  databaseUrls: Record<LoginRole, string>;
  clock: MovableClock;
  log: Log;
  egress: Egress;
  mail: MailPort;
}

/** Six times the worker's limit, as the platform's event source requires. */
const visibilitySeconds = (6 * jobLimitMs) / 1000;

/** Built from the sources on the first request, so that a start does not wait for the compiler. */
const clientPackage = loadOnce(async () => {
  const { packedClient } = await import("#infra/client/pack.ts");
  return packedClient();
});

/** A server's dependencies, over this machine's parts. */
export async function localDeps(
  { settings, urls, databaseUrls, clock, log, egress, mail }: LocalParts,
  queues: Queues,
  atEnd: AtEnd,
): Promise<
  ServerDeps & { clock: MovableClock; openPortal: OpenPortal; chromiumPath?: string | undefined }
> {
  const { dataDir, chromiumPath, logLevel } = settings;
  const oauthClients = sandboxClients(urls.sandboxUrl);
  const deps = await serverDeps(
    {
      BASE_URL: urls.baseUrl,
      DATABASE_URL: databaseUrls.connect_app,
      WORKER_DATABASE_URL: databaseUrls.connect_worker,
      KEEPER_DATABASE_URL: databaseUrls.connect_keeper,
      AUTH_DATABASE_URL: databaseUrls.connect_auth,
      AUTH_SECRETS: [await secretFile(path.join(dataDir, "auth.secret"))],
      DATABASE_POOL_MAX: 10,
      SIGN_UP: "open",
      OAUTH_CLIENTS: oauthClients,
      INDICATORS_BASE_URL: `${urls.sandboxUrl}/providers/indicadores`,
      LOG_LEVEL: logLevel,
      LEGAL_NAME: "Connect en modo local",
      CONTACT: "nadie@connect.test",
      PRIVACY_URL: `${urls.baseUrl}/docs/guides/sandbox`,
      TERMS_URL: `${urls.baseUrl}/docs/guides/sandbox`,
      SERVICE_SECRET: await secretFile(path.join(dataDir, "service.secret")),
    },
    {
      clock,
      log,
      egress,
      mail,
      clientPackage,
      keys: await localKeys(dataDir),
      onClock: libraryClock(clock),
    },
    queues,
  );
  atEnd({ "the database's connections": () => closeDatabases(deps) });
  return {
    ...deps,
    clock,
    chromiumPath,
    openPortal: (connector, options) => {
      const baseUrl = `${urls.sandboxUrl}/portals/${connector}`;
      const own = oauthClients[connector];
      return openPortal(connector, { ...options, baseUrl, chromiumPath, client: own });
    },
  };
}

/** The service's client at the simulated mail provider. */
function sandboxClients(sandboxUrl: string): Readonly<Record<string, OAuthClient>> {
  const issuer = `${sandboxUrl}/portals/correo`;
  const correo = {
    clientId: client.id,
    clientSecret: client.secret,
    authorizationUrl: `${issuer}/oauth/authorize`,
    tokenUrl: `${issuer}/oauth/token`,
    issuer,
  };
  return { correo };
}

/** Uses the deployed queues' protocol, so that their adapter is in daily use. */
export async function localQueues(atEnd: AtEnd): Promise<Queues> {
  const { endpoint, close } = await startQueueServer();
  atEnd({ "the queue": close });
  const queue = async (name: string) => {
    const { url } = await createLocalQueue(endpoint, name, visibilitySeconds);
    return createSqsWorkQueue({ queueUrl: url, endpoint, region: localRegion });
  };
  return { syncs: await queue("syncs"), emissions: await queue("emissions") };
}
