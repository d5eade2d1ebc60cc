import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import { openDatabase } from "#lib/db/client.ts";
import type { Database } from "#lib/db/database.ts";
import { createEgress, createSystemResolver, type Egress } from "#lib/egress/index.ts";
import { AccessTokens } from "#lib/identity/index.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { Settings } from "#lib/kernel/config.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { lazyService, loadOnce } from "#lib/kernel/load-once.ts";
import type { Log } from "#lib/kernel/log.ts";
import { ServiceSecret, servingSecrets, type SecretSettings } from "#lib/kernel/secrets.ts";
import type { Keys } from "#lib/platform/keys.ts";
import { CallRecords } from "#lib/audit/index.ts";
import { Callers, Failures, Refusals } from "#lib/limits/index.ts";
import { createLazyCatalogue } from "#lib/tools/catalogue.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { loaded, type Connector } from "#lib/contract/index.ts";
import { createVault } from "#lib/vault/index.ts";
import { addresses } from "../edge/addresses.ts";
import { notPacked, type ClientPackage } from "./package-file.ts";
import type { ApiDeps } from "./route-deps.ts";

export const apiSettings = [
  ...servingSecrets,
  "BASE_URL",
  "CONTACT",
  "DATABASE_URL",
  "DATABASE_POOL_MAX",
  "INDICATORS_BASE_URL",
  "LEGAL_NAME",
  "LOG_LEVEL",
  "OAUTH_CLIENTS",
  "PRIVACY_URL",
  "RECEIPT_KEYS",
  "RECEIPT_PUBLIC_KEYS",
  "SERVICE_SECRET",
  "TERMS_URL",
] as const;

type Optional = keyof SecretSettings | "RECEIPT_PUBLIC_KEYS" | "OAUTH_CLIENTS";
type ApiConfig = Omit<Settings<(typeof apiSettings)[number]>, Optional> &
  SecretSettings &
  Partial<Settings<"RECEIPT_PUBLIC_KEYS" | "OAUTH_CLIENTS">>;

export interface Edges {
  clock: Clock;
  log: Log;
  keys: Keys;
  queue: Queue;
  /** Wakes the emission worker; absent where one queue serves both workers. */
  emissionQueue?: Queue;
  /** Passed by tests and local mode; otherwise built from the settings. */
  db?: Database;
  /** Local mode knows its own names and tests program theirs; otherwise DNS is used. */
  egress?: Egress;
  /** The packed client library, which a build puts next to the bundle. */
  clientPackage?: ClientPackage;
  /** The secret that the edge, or the operator's proxy, sends in `x-connect-edge`. */
  edgeSecrets?: readonly string[];
  /** Whether answers can be streamed; a function's URL only sends complete ones. */
  streams?: boolean;
  /** The catalogue's connectors, if a test replaces them. */
  connectors?: readonly Connector[];
}

/** Built once by each entry point: Lambda, local mode and the tests call the same factory. */
export async function buildApiDeps(config: ApiConfig, edges: Edges): Promise<ApiDeps> {
  const { clock, log, keys, queue } = edges;
  const secret = new ServiceSecret(config, servingSecrets);
  const db =
    edges.db ??
    (await openDatabase({ url: config.DATABASE_URL, max: config.DATABASE_POOL_MAX, log }));
  const cursors = createCursors(secret);
  const indicators = loadOnce(async () => {
    const { openIndicators } = await import("./open-indicators.ts");
    return openIndicators({ db, clock, log, cursors }, config.INDICATORS_BASE_URL);
  });
  return {
    baseUrl: config.BASE_URL,
    oauthClients: config.OAUTH_CLIENTS ?? {},
    responsible: {
      legalName: config.LEGAL_NAME,
      contact: config.CONTACT,
      privacyUrl: config.PRIVACY_URL,
      termsUrl: config.TERMS_URL,
    },
    failures: new Failures(clock, log),
    refusals: new Refusals(clock),
    callers: new Callers(),
    callRecords: new CallRecords(),
    addressOf: addresses(edges.edgeSecrets ?? []),
    db,
    clock,
    log,
    secret,
    tokens: new AccessTokens(db, config.BASE_URL),
    receiptPublicKeys: config.RECEIPT_PUBLIC_KEYS ?? [],
    cursors,
    vault: createVault(keys, clock),
    catalogue: createLazyCatalogue(edges.connectors?.map(loaded) ?? lazyConnectors),
    queue,
    emissionQueue: edges.emissionQueue ?? queue,
    clientPackage: edges.clientPackage ?? notPacked,
    indicatorProvider: lazyService(async () => (await indicators()).provider),
    streams: edges.streams ?? false,
    egress: edges.egress ?? createEgress({ resolver: createSystemResolver() }),
    indicators: lazyService(async () => (await indicators()).reader),
  };
}
