import * as z from "zod";
import {
  BaseUrl,
  databaseUrl,
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

/** The address of each system's portal, as one JSON object: one variable for all of them. */
const PortalUrls = JsonText.pipe(z.record(z.string(), PortalUrl));

/** The same for the service's OAuth clients, where accounts are connected without a password. */
const OAuthClients = z
  .string()
  .default("{}")
  .pipe(JsonText)
  .pipe(z.record(z.string(), OAuthClient));

const SecretList = listOf(DrawnSecret).optional();

/** Values separated by commas. */
function listOf(value: typeof DrawnSecret | z.ZodBase64URL) {
  return z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(value).min(1).max(20));
}

/**
 * Every setting that the deployed functions know, with its default. Each function takes its part.
 */
export const settings = {
  DATABASE_URL: databaseUrl("connect_app"),
  /** The connections of workers and housekeeping, where one process runs all parts. */
  WORKER_DATABASE_URL: databaseUrl("connect_worker"),
  KEEPER_DATABASE_URL: databaseUrl("connect_keeper"),
  /** The dashboard's own connection, for people, sessions and tokens. */
  AUTH_DATABASE_URL: databaseUrl("connect_auth"),
  /** Sign sessions and seal signing keys, newest first. They are derived from no other secret. */
  AUTH_SECRETS: listOf(DrawnSecret),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(100).default(5),
  BASE_URL: BaseUrl,
  /** What the edge, or a proxy, presents to be trusted: two during a rotation. */
  EDGE_SECRETS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .transform((secrets) => secrets.filter((secret) => secret !== ""))
    .pipe(z.array(z.string().min(32)).max(2)),
  /** One secret per purpose: the first of a list signs, all of them verify. */
  API_KEY_SECRETS: SecretList,
  CURSOR_SECRETS: SecretList,
  FORM_SECRETS: SecretList,
  LINK_SECRETS: SecretList,
  LOGIN_SECRETS: SecretList,
  RECEIPT_KEYS: SecretList,
  /**
   * Public halves of keys that sign receipts, or did so before; their private halves are not here.
   */
  RECEIPT_PUBLIC_KEYS: listOf(z.base64url().length(43)).optional(),
  /** Used for every list that is not set. */
  SERVICE_SECRET: DrawnSecret.optional(),
  INDICATORS_BASE_URL: z.url(),
  /**
   * Who is responsible for the service towards people whose accounts are connected, and where it
   * says how.
   */
  LEGAL_NAME: z.string().trim().min(2).max(120),
  CONTACT: z.string().trim().min(5).max(200),
  PRIVACY_URL: z.url({ protocol: /^https$/ }),
  TERMS_URL: z.url({ protocol: /^https$/ }),
  /** `invited`: only people with an invitation may create an account. */
  SIGN_UP: z.enum(["invited", "open"]).default("invited"),
  /** Where an owner changes the plan and pays. */
  BILLING_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Where codes, invitations and notices are sent from, and their sender. */
  SMTP_URL: MailUrl.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[\w .-]+ <[^\s<>@]+@[\w.-]+>|[^\s<>@]+@[\w.-]+)$/)
    .optional(),
  LOG_LEVEL: LogLevel.default("info"),
  /** The name of this code in the log: the commit that it was built from. */
  RELEASE: z
    .string()
    .regex(/^[\w.+-]{1,64}$/)
    .optional(),
  /** The namespace for metrics, one per stage; without it none are written. */
  METRICS_NAMESPACE: z
    .string()
    .regex(/^[\w/.-]{1,100}$/)
    .optional(),
  /** Wakes the sync worker; schedules send there too. */
  SYNC_QUEUE_URL: z.url(),
  EMISSION_QUEUE_URL: z.url(),
  /** Only for the operator's commands, where the queues are in the cloud. */
  SYNC_DEAD_LETTERS_URL: z.url(),
  EMISSION_DEAD_LETTERS_URL: z.url(),
  /** Id, ARN or alias of the key that wraps the data keys. */
  KMS_KEY_ID: z.string().min(1),
  /** The function that opens the credential of a worker's job. */
  CREDENTIAL_BROKER: z.string().min(1),
  SCHEDULE_GROUP: z.string().min(1),
  SCHEDULE_TARGET_ARN: Arn,
  SCHEDULE_ROLE_ARN: Arn,
  SCHEDULE_DEAD_LETTERS_ARN: Arn,
  PORTAL_URLS: PortalUrls,
  OAUTH_CLIENTS: OAuthClients,
  /** A browser used instead of the packaged one. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** `off` lets a plain server show portals in a browser that the machine cannot confine. */
  BROWSER_SANDBOX: z.enum(["on", "off"]).default("on"),
  /** Where a plain server listens; a proxy with TLS is in front of it. */
  HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  /** Browsers that a plain server runs at once. */
  SYNC_BROWSERS: z.coerce.number().int().min(0).max(100).default(4),
  EMISSION_BROWSERS: z.coerce.number().int().min(0).max(100).default(2),
} as const;

export type SettingName = keyof typeof settings;
export type Settings<N extends SettingName> = { [K in N]: z.output<(typeof settings)[K]> };

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((text) => `  ${text}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Reads every part, so that a person who corrects one problem is not shown the next. */
export function readParts<P extends Record<string, () => unknown>>(
  parts: P,
): { [N in keyof P]: ReturnType<P[N]> } {
  const problems = new Set<string>();
  const read = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
      return [name, null];
    }
  });
  if (problems.size > 0) throw new ConfigError([...problems]);
  return Object.fromEntries(read) as { [N in keyof P]: ReturnType<P[N]> };
}

/** Parses the named settings once; problems are listed together, values are not printed. */
export function parseConfig<N extends SettingName>(
  names: readonly N[],
  environment: Record<string, string | undefined>,
): Settings<N> {
  const shape = Object.fromEntries(names.map((name) => [name, settings[name]]));
  return parseSettings(z.object(shape), environment) as Settings<N>;
}

/** The same for settings that only one command knows. */
export function parseSettings<S extends z.ZodType>(
  shape: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  // An empty variable is treated as not set.
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = shape.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => {
      const isMissing = given.every(([name]) => name !== path[0]);
      // Some settings add what to write.
      const problem = isMissing && !message.startsWith("is not set") ? "is not set" : message;
      return `${path.join(".")}: ${problem}`;
    }),
  );
}
