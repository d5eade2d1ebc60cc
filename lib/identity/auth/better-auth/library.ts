import { oauthProvider } from "@better-auth/oauth-provider";
import type { BetterAuthPlugin } from "better-auth";
import { betterAuth } from "better-auth/minimal";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { jwt } from "better-auth/plugins/jwt";
import type { Orm } from "#lib/db/database.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";
import * as tables from "./auth.sql.ts";
import { curve, knownKeys } from "./known-keys.ts";
import { libraryIds } from "./library-ids.ts";
import { librarySecrets } from "./library-secrets.ts";
import { oauthOptions } from "./oauth-options.ts";
import { sessionCookie } from "./session-cookies.ts";

interface LibrarySettings {
  baseUrl: string;
  orm: Orm;
  secrets: readonly string[];
  resource: string;
  scopes: readonly string[];
  clock: Clock;
  log: Log;
}

const hour = 3600;
const day = 24 * hour;

/** Sessions end after 12 h without use, and after a week in any case, which `signedIn` ensures. */
export const sessionDays = 7;

/** Signing keys rotate, and still verify for a month: no token lives longer than an hour. */
const signingKeys = { rotationInterval: 90 * day, gracePeriod: 30 * day };

export type Library = ReturnType<typeof createLibrary>;

/** Calls the library, which is prepared by the first call. */
export type UseLibrary = <T>(work: (library: Library) => Promise<T>) => Promise<T>;

/**
 * The library as we use it: people, sessions and signing keys, in our database and with our names.
 */
export function createLibrary(settings: LibrarySettings) {
  const { baseUrl, orm, secrets, clock, log } = settings;
  const { name, secure } = sessionCookie(baseUrl);
  return betterAuth({
    appName: "Connect",
    baseURL: baseUrl,
    basePath: "/auth",
    secrets: librarySecrets(secrets),
    database: drizzleAdapter(orm, { provider: "pg", schema: tables, transaction: true }),
    advanced: {
      database: { generateId: libraryIds(clock) },
      // The library's own prefix does not bind a cookie to its host.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name,
          attributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
        },
      },
      ipAddress: { disableIpTracking: true },
    },
    session: {
      expiresIn: 12 * hour,
      updateAge: 15 * 60,
      cookieCache: { enabled: false },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
    },
    rateLimit: { enabled: false },
    // Otherwise it prints what failed, with a query's values, past our log.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message) => log.warn("auth.library", { level, message }),
    },
    plugins: [
      jwt({
        jwks: { keyPairConfig: curve, ...signingKeys },
        adapter: { getJwks: () => knownKeys(settings) },
        jwt: { issuer: new URL(baseUrl).origin },
        disableSettingJwtHeader: true,
      }),
      // Its types are not made for exactOptionalPropertyTypes.
      oauthProvider(oauthOptions(settings, clock)) as unknown as BetterAuthPlugin,
    ],
  });
}
