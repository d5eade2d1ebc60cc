import { parseArgs } from "node:util";
import { apiSettings } from "#functions/api/deps.ts";
import { dashboardSettings } from "#functions/dashboard/deps.ts";
import { portalBrowsers, portalSettings } from "#functions/workers/portals.ts";
import { systemSettings } from "#functions/edge/system.ts";
import type { LoginRole } from "#lib/db/rights.ts";
import { ConfigError, parseConfig, readParts, type SettingName } from "#lib/kernel/config.ts";
import { requireSecrets, servingSecrets } from "#lib/kernel/secrets.ts";
import { dataKeys } from "./data-keys.ts";
import { parseWithFiles } from "./secret-files.ts";

type Environment = Record<string, string | undefined>;

export const usage = `npm run serve        the service on this machine, over a Postgres that is there already
  DATABASE_URL          the Postgres that "npm run migrate" has prepared, entered as connect_app
  WORKER_DATABASE_URL   the same, entered as connect_worker: for jobs, schedules and deliveries
  KEEPER_DATABASE_URL   the same, entered as connect_keeper: for housekeeping, with two connections
  AUTH_DATABASE_URL     the same, entered as connect_auth: for people, sessions and tokens
  DATABASE_POOL_MAX     connections of each of the first two    (5)
  BASE_URL              how the service is reached from outside, https://…
  API_KEY_SECRETS       32 random bytes in base64 for each purpose, or several with commas between
  LINK_SECRETS          them: the first makes, all of them verify. Receipts are signed with the first
  CURSOR_SECRETS        of RECEIPT_KEYS, and RECEIPT_PUBLIC_KEYS are published with the others
  LOGIN_SECRETS
  RECEIPT_KEYS
  FORM_SECRETS
  SERVICE_SECRET        the one secret of each list that is not set
  AUTH_SECRETS          32 random bytes in base64, which sign sessions and seal signing keys: the newest first;
                        not SERVICE_SECRET, and not left out
  EDGE_SECRETS          what a proxy in front says in x-connect-edge, so that its x-connect-address is believed;
                        32 characters or more, two with a comma between while one takes over from the other
  SYNC_QUEUE_URL        two queues of the SQS protocol, in place of those that "npm run migrate" makes in the
  EMISSION_QUEUE_URL    database; AWS_REGION, the credentials and, for another server than the cloud's,
                        AWS_ENDPOINT_URL_SQS are the SDK's own variables
  MASTER_KEY            32 random bytes in base64 that wrap the data keys; or
  KMS_KEY_ID            a key of the key service
  PORTAL_URLS           a JSON object: which address each system's portal has
  OAUTH_CLIENTS         a JSON object: as whom the service is known where accounts are connected without a password,
                        by system: clientId, clientSecret, authorizationUrl, tokenUrl, issuer
  INDICATORS_BASE_URL   where the indicators are published
  LEGAL_NAME, CONTACT   who answers for the service and how they are reached: a mail address, a telephone or an address;
  PRIVACY_URL           https://…, the page that says what becomes of data, and the one with the terms: the link page
  TERMS_URL             names all four before anybody types a password
  BROWSER_<SYSTEM>      another browser for one system: headed:/path, headless:/path, wss://… or http://127.0.0.1:…
  CHROMIUM_PATH         another browser for all systems (needed where this is not Linux x86-64)
  BROWSER_SANDBOX       off goes on with a browser that this machine cannot confine  (on)
  SYNC_BROWSERS         syncs at once                           (4; 0 leaves them to other servers)
  EMISSION_BROWSERS     emissions at once                       (2)
  STATE_DIRECTORY       a folder for this service alone: the browser is unpacked there, else where TMPDIR says
  HOST, PORT            where it listens                        (127.0.0.1, 8787; 0 takes a free port)
  SMTP_URL, MAIL_FROM   the mail server, smtps://user:password@host:465 or, with STARTTLS, smtp://…:587, and the
                        sender of codes and notices: "Connect <no-reply@…>"; without them nothing is mailed
  SIGN_UP               invited: accounts only for invited people; open: for anybody  (invited)
  BILLING_URL           https://…, where owners change the plan and pay; without it they write to you
  LOG_LEVEL             debug, info, warn or error              (info)
  METRICS_PORT          the alarms' numbers at /metrics of this port, for this machine alone; without it none
  METRICS_NAMESPACE     writes metrics into the log
  RELEASE               what the log calls this code            (the commit that was built)
Secrets need not be in the environment: each address of the database, each list of secrets, SERVICE_SECRET, MASTER_KEY,
OAUTH_CLIENTS, SMTP_URL and BROWSER_<SYSTEM> can end in _FILE and name a file with its value, one that nobody else can
read.
SIGTERM ends it: no new work, what runs is finished, five minutes at most.`;

const names = [
  ...apiSettings,
  ...dashboardSettings,
  ...systemSettings,
  ...portalSettings,
  "BROWSER_SANDBOX",
  "EDGE_SECRETS",
  "EMISSION_BROWSERS",
  "HOST",
  "KEEPER_DATABASE_URL",
  "MAIL_FROM",
  "METRICS_PORT",
  "PORT",
  "SMTP_URL",
  "SYNC_BROWSERS",
  "WORKER_DATABASE_URL",
] as const;

const ownSecrets = [...servingSecrets, "FORM_SECRETS", "RECEIPT_KEYS"] as const;
const secretSettings = [...ownSecrets, "SERVICE_SECRET"] as const;
const queueSettings = ["SYNC_QUEUE_URL", "EMISSION_QUEUE_URL"] as const;

/** What `usage` explains. */
export const readSettings: readonly SettingName[] = [...names, ...secretSettings, ...queueSettings];

export type ServeSettings = ReturnType<typeof parseServeSettings>;

export const parseServeSettings = (given: Environment) => parseWithFiles(given, parseAll);

function parseAll(environment: Environment) {
  const { config, browsers, queues, keys } = readParts({
    config: () => parseConfig(names, environment),
    secrets: () => requireSecrets(parseConfig(secretSettings, environment), ownSecrets),
    roles: () => requireRoles(environment),
    browsers: () => portalBrowsers(environment),
    queues: () => queueUrls(environment),
    keys: () => dataKeys(environment),
  });
  return { ...config, browsers, queues, keys };
}

/** With one address in another's place, the code that answers calls could act for every organization. */
const enteredAs = {
  DATABASE_URL: "connect_app",
  WORKER_DATABASE_URL: "connect_worker",
  KEEPER_DATABASE_URL: "connect_keeper",
  AUTH_DATABASE_URL: "connect_auth",
} as const satisfies Record<string, LoginRole>;

function requireRoles(environment: Environment): void {
  const problems = Object.entries(enteredAs).flatMap(([name, role]) => {
    const url = URL.parse(environment[name] ?? "");
    // Whether it is set, and an address, is another question.
    if (url === null || (url.searchParams.get("user") ?? url.username) === role) return [];
    return [`${name}: its user has to be ${role}`];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

/** The only option is `--help`. */
export function asksForHelp(args: string[]): boolean {
  try {
    const options = { help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args, options }).values.help ?? false;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError([error.message]);
  }
}

/** Null if neither is set: then the queues are in the database. */
function queueUrls(environment: Environment): { syncs: string; emissions: string } | null {
  if (queueSettings.every((name) => (environment[name] ?? "") === "")) return null;
  const { SYNC_QUEUE_URL, EMISSION_QUEUE_URL } = parseConfig(queueSettings, environment);
  return { syncs: SYNC_QUEUE_URL, emissions: EMISSION_QUEUE_URL };
}
