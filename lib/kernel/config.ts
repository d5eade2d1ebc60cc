import * as z from "zod";
import {
  BaseUrl,
  DatabaseUrl,
  DrawnSecret,
  MailUrl,
  OAuthClient,
  PortalUrl,
} from "./setting-types.ts";

const LogLevel = z.enum(["debug", "info", "warn", "error"]);

const Arn = z.string().regex(/^arn:/);

const JsonText = z.string().transform((text, ctx) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    ctx.addIssue({ code: "custom", message: "not JSON" });
    return z.NEVER;
  }
});

/** Which address each system's portal has, as one JSON object: one variable for all of them. */
const PortalUrls = JsonText.pipe(z.record(z.string(), PortalUrl));

/** The same of who the service is, where accounts are connected without a password. */
const OAuthClients = z
  .string()
  .default("{}")
  .pipe(JsonText)
  .pipe(z.record(z.string(), OAuthClient));

const SecretList = listOf(DrawnSecret).optional();

/** Values with commas between them. */
function listOf(value: typeof DrawnSecret | z.ZodBase64URL) {
  return z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(value).min(1).max(20));
}

/** Every setting that the deployed functions know, with its default. Each function takes its part. */
export const settings = {
  DATABASE_URL: DatabaseUrl,
  /** The addresses of workers and of housekeeping, where one process is all parts. */
  WORKER_DATABASE_URL: DatabaseUrl,
  KEEPER_DATABASE_URL: DatabaseUrl,
  /** People, sessions and tokens: the dashboard's own way in. */
  AUTH_DATABASE_URL: DatabaseUrl,
  /** Sign sessions and seal signing keys, the newest first. They follow from no other secret. */
  AUTH_SECRETS: listOf(DrawnSecret),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(100).default(5),
  BASE_URL: BaseUrl,
  /** What the edge, or a proxy, says to be believed: two while one takes over from the other. */
  EDGE_SECRETS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .transform((secrets) => secrets.filter((secret) => secret !== ""))
    .pipe(z.array(z.string().min(32)).max(2)),
  /** One secret a purpose: the first of a list makes, all of it verify. */
  API_KEY_SECRETS: SecretList,
  CURSOR_SECRETS: SecretList,
  FORM_SECRETS: SecretList,
  LINK_SECRETS: SecretList,
  LOGIN_SECRETS: SecretList,
  RECEIPT_KEYS: SecretList,
  /** Public halves of keys that sign receipts, or have signed some, held by nobody here. */
  RECEIPT_PUBLIC_KEYS: listOf(z.base64url().length(43)).optional(),
  /** Each list that is not set is this one secret. */
  SERVICE_SECRET: DrawnSecret.optional(),
  INDICATORS_BASE_URL: z.url(),
  /** Who answers for the service to people whose accounts are connected, and where it says how. */
  LEGAL_NAME: z.string().trim().min(2).max(120),
  CONTACT: z.string().trim().min(5).max(200),
  PRIVACY_URL: z.url({ protocol: /^https$/ }),
  TERMS_URL: z.url({ protocol: /^https$/ }),
  /** `invited`: an account is for who has an invitation in hand. */
  SIGN_UP: z.enum(["invited", "open"]).default("invited"),
  /** Where an owner changes the plan and pays. */
  BILLING_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Where codes, invitations and notices leave, and who writes them. */
  SMTP_URL: MailUrl.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[\w .-]+ <[^\s<>@]+@[\w.-]+>|[^\s<>@]+@[\w.-]+)$/)
    .optional(),
  LOG_LEVEL: LogLevel.default("info"),
  /** What the log calls this code: the commit that it was built from. */
  RELEASE: z
    .string()
    .regex(/^[\w.+-]{1,64}$/)
    .optional(),
  /** Where metrics are kept, one name for each stage; without it none are written. */
  METRICS_NAMESPACE: z
    .string()
    .regex(/^[\w/.-]{1,100}$/)
    .optional(),
  /** Wakes the sync worker; what a schedule sends goes there too. */
  SYNC_QUEUE_URL: z.url(),
  EMISSION_QUEUE_URL: z.url(),
  /** For the operator's commands alone, where the queues are the cloud's. */
  SYNC_DEAD_LETTERS_URL: z.url(),
  EMISSION_DEAD_LETTERS_URL: z.url(),
  /** Id, ARN or alias of the key that wraps the data keys. */
  KMS_KEY_ID: z.string().min(1),
  /** The function that opens what a worker's job logs in with. */
  CREDENTIAL_BROKER: z.string().min(1),
  SCHEDULE_GROUP: z.string().min(1),
  SCHEDULE_TARGET_ARN: Arn,
  SCHEDULE_ROLE_ARN: Arn,
  SCHEDULE_DEAD_LETTERS_ARN: Arn,
  PORTAL_URLS: PortalUrls,
  OAUTH_CLIENTS: OAuthClients,
  /** A browser in place of the packaged one. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** `off` lets a plain server show portals in a browser that the machine cannot confine. */
  BROWSER_SANDBOX: z.enum(["on", "off"]).default("on"),
  /** Where a plain server listens; a proxy that speaks TLS is in front of it. */
  HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  /** Browsers that a plain server has at work at once. */
  SYNC_BROWSERS: z.coerce.number().int().min(0).max(100).default(4),
  EMISSION_BROWSERS: z.coerce.number().int().min(0).max(100).default(2),
} as const;

export type SettingName = keyof typeof settings;
export type Settings<N extends SettingName> = { [K in N]: z.output<(typeof settings)[K]> };

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((text) => `  ${text}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

/** Parses the named settings once; what is wrong is listed together, values are not printed. */
export function parseConfig<N extends SettingName>(
  names: readonly N[],
  environment: Record<string, string | undefined>,
): Settings<N> {
  const shape = Object.fromEntries(names.map((name) => [name, settings[name]]));
  // A variable that is set to nothing is treated as not set.
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = z.object(shape).safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data as Settings<N>;
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => {
      const isMissing = given.every(([name]) => name !== path[0]);
      return `${path.join(".")}: ${isMissing ? "is not set" : message}`;
    }),
  );
}
