import { addresses, type AddressOf } from "../api/addresses.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Egress } from "#lib/egress/index.ts";
import type { LazyCatalogue } from "#lib/tools/catalogue.ts";
import { grantableScopes } from "#lib/tools/execute/index.ts";
import type { TokenContext } from "#lib/identity/auth/answer-token-request.ts";
import { AccessTokens } from "#lib/identity/index.ts";
import { mayFetchDocument, mayIssueToken } from "./agent-limits.ts";
import { createAuth, type OnClock } from "#lib/identity/auth/better-auth/create-auth.ts";
import type { AccountContext, MailToSend } from "#lib/identity/people/index.ts";
import { sendMail } from "#lib/mail/index.ts";
import type { MailPort } from "#lib/platform/mail.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import type { Settings } from "#lib/kernel/config.ts";
import { ServiceSecret, type SecretSettings } from "#lib/kernel/secrets.ts";

/** What its forms are sealed with, and the keys that it makes for people. */
const dashboardSecrets = ["API_KEY_SECRETS", "FORM_SECRETS"] as const;

export const dashboardSettings = [
  ...dashboardSecrets,
  "AUTH_DATABASE_URL",
  "AUTH_SECRETS",
  "BASE_URL",
  "DATABASE_POOL_MAX",
  "SERVICE_SECRET",
  "SIGN_UP",
] as const;

export type DashboardConfig = SecretSettings &
  Settings<"AUTH_DATABASE_URL" | "AUTH_SECRETS" | "BASE_URL" | "DATABASE_POOL_MAX" | "SIGN_UP">;

export interface DashboardEdges extends SystemContext {
  edgeSecrets?: readonly string[];
  catalogue: LazyCatalogue;
  egress: Egress;
  vault: Vault;
  /** Absent where nothing runs after an answer: housekeeping sends within the minute. */
  mail?: MailPort | undefined;
  /** Local mode's, whose clock can be moved. */
  onClock?: OnClock;
}

/** What the pages of signed-in people are made of, built once by each entry point. */
export interface DashboardDeps extends AccountContext {
  baseUrl: string;
  /** After the answer, which takes as long for a mail that nobody gets. */
  sendLater(mail: MailToSend): void;
  catalogue: LazyCatalogue;
  egress: Egress;
  /** Everything that an agent can be granted. */
  scopes(): Promise<readonly string[]>;
  /** What tokens are for. */
  resource: string;
  /** What agents ask for by themselves. */
  tokens: TokenContext;
  addressOf: AddressOf;
}

export async function buildDashboardDeps(
  config: DashboardConfig,
  { db, clock, log, edgeSecrets, catalogue, egress, vault, mail, onClock }: DashboardEdges,
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
  return {
    ...system,
    baseUrl: config.BASE_URL,
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
