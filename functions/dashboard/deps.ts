import { addresses, type AddressOf } from "../edge/addresses.ts";
import { type PublishedKey, publishedKeys } from "#lib/ledger/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Egress } from "#lib/egress/index.ts";
import { type LazyCatalogue, grantableScopes } from "#lib/tools/catalogue.ts";
import type { ExecuteDeps } from "#lib/tools/call/index.ts";
import type { TokenContext } from "#lib/identity/auth/answer-token-request.ts";
import { AccessTokens } from "#lib/identity/index.ts";
import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import { createIndicatorProvider, createIndicatorReader } from "#lib/indicators/index.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { CallRecords } from "#lib/audit/index.ts";
import { Callers, Failures, Refusals } from "#lib/limits/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { mayFetchDocument, mayIssueToken } from "./agent-limits.ts";
import { createAuth, type OnClock } from "#lib/identity/auth/better-auth/create-auth.ts";
import type { AccountContext, MailToSend } from "#lib/identity/people/index.ts";
import { sendMail } from "#lib/notices/index.ts";
import type { MailPort } from "#lib/platform/mail.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import type { Settings } from "#lib/kernel/config.ts";
import { ServiceSecret, type SecretSettings } from "#lib/kernel/secrets.ts";

/** Seals its forms, and makes keys and links for people. */
const dashboardSecrets = [
  "API_KEY_SECRETS",
  "CURSOR_SECRETS",
  "FORM_SECRETS",
  "LINK_SECRETS",
] as const;

export const dashboardSettings = [
  ...dashboardSecrets,
  "AUTH_DATABASE_URL",
  "AUTH_SECRETS",
  "BASE_URL",
  "BILLING_URL",
  "CONTACT",
  "DATABASE_POOL_MAX",
  "INDICATORS_BASE_URL",
  "RECEIPT_PUBLIC_KEYS",
  "SERVICE_SECRET",
  "SIGN_UP",
] as const;

export type DashboardConfig = SecretSettings &
  Settings<
    | "AUTH_DATABASE_URL"
    | "AUTH_SECRETS"
    | "BASE_URL"
    | "CONTACT"
    | "DATABASE_POOL_MAX"
    | "INDICATORS_BASE_URL"
    | "SIGN_UP"
  > &
  Partial<Settings<"BILLING_URL" | "RECEIPT_PUBLIC_KEYS">>;

export interface DashboardEdges extends SystemContext {
  edgeSecrets?: readonly string[];
  catalogue: LazyCatalogue;
  egress: Egress;
  vault: Vault;
  queue: Queue;
  emissionQueue: Queue;
  /** Absent where nothing runs after an answer: housekeeping sends within a minute. */
  mail?: MailPort | undefined;
  /** Set by local mode, whose clock can be moved. */
  onClock?: OnClock;
}

/** What the pages of signed-in people are built from; made once by each entry point. */
export interface DashboardDeps extends AccountContext {
  baseUrl: string;
  /** Where an owner changes the plan; null if not configured. */
  billingUrl: string | null;
  /** Whom to write to: a mail address, a telephone or an address. */
  contact: string;
  /** The keys that verify receipts. */
  receiptKeys: readonly PublishedKey[];
  /** Runs after the answer, so that a mail that is not sent takes as long. */
  sendLater(mail: MailToSend): void;
  catalogue: LazyCatalogue;
  egress: Egress;
  /** Everything that an agent can be granted. */
  scopes(): Promise<readonly string[]>;
  /** The audience of tokens. */
  resource: string;
  /** What agents request without a person. */
  tokens: TokenContext;
  addressOf: AddressOf;
  /** Lets pages run tools: as a member, with all their checks. */
  execute: ExecuteDeps;
}

export async function buildDashboardDeps(
  config: DashboardConfig,
  {
    db,
    clock,
    log,
    edgeSecrets,
    catalogue,
    egress,
    vault,
    mail,
    onClock,
    ...queues
  }: DashboardEdges,
): Promise<DashboardDeps> {
  const secret = new ServiceSecret(config, dashboardSecrets);
  const resource = new URL("/mcp", config.BASE_URL).href;
  const scopes = loadOnce(async () => grantableScopes(await catalogue.whole()));
  const counted = { db, clock, secret };
  const mayFetch = (host: string): Promise<boolean> => mayFetchDocument(counted, host);
  const auth = await createAuth(
    {
      baseUrl: config.BASE_URL,
      databaseUrl: config.AUTH_DATABASE_URL,
      secrets: config.AUTH_SECRETS,
      poolMax: config.DATABASE_POOL_MAX,
      resource,
      scopes,
    },
    { clock, log, egress, mayFetch, ...(onClock !== undefined && { onClock }) },
  );
  const sendLater: DashboardDeps["sendLater"] = (one) => {
    if (mail === undefined) return;
    sendMail({ db, clock, log, vault, mail }, one).catch((error: unknown) => {
      log.warn("mail.not_sent", { mail: one.id, error });
    });
  };
  const system = { db, clock, log, vault };
  const accessTokens = new AccessTokens(db, config.BASE_URL);
  const tokens: TokenContext = {
    ...system,
    auth,
    resource,
    readAccessToken: async (text) => (await accessTokens.read(text, clock.now()))?.grantId ?? null,
    mayIssue: (grantId) => mayIssueToken(counted, grantId),
    sendLater,
  };
  const cursors = createCursors(secret);
  const provider = createIndicatorProvider({ baseUrl: config.INDICATORS_BASE_URL });
  const execute: ExecuteDeps = {
    ...system,
    secret,
    cursors,
    catalogue,
    tokens: accessTokens,
    indicators: createIndicatorReader({ db, clock, log, cursors, provider, series: indicators }),
    queue: queues.queue,
    emissionQueue: queues.emissionQueue,
    failures: new Failures(clock, log),
    refusals: new Refusals(clock),
    callers: new Callers(),
    callRecords: new CallRecords(),
    baseUrl: config.BASE_URL,
  };
  return {
    ...system,
    execute,
    baseUrl: config.BASE_URL,
    billingUrl: config.BILLING_URL ?? null,
    contact: config.CONTACT,
    receiptKeys: publishedKeys(secret, config.RECEIPT_PUBLIC_KEYS ?? []),
    auth,
    secret,
    signUp: config.SIGN_UP,
    sendLater,
    tokens,
    catalogue,
    egress,
    scopes,
    resource,
    addressOf: addresses(edgeSecrets ?? []),
  };
}
