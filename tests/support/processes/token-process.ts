import { randomBytes } from "node:crypto";
import { libraryClock } from "#infra/local/library-clock.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import type { Database } from "#lib/db/database.ts";
import { createEgress, createSystemResolver, type Egress } from "#lib/egress/index.ts";
import type { TokenContext } from "#lib/identity/auth/answer-token-request.ts";
import type { AuthPort } from "#lib/identity/auth-port.ts";
import { createAuth } from "#lib/identity/auth/better-auth/create-auth.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { createVault } from "#lib/vault/index.ts";
import { silentLog } from "../log.ts";

const baseUrl = "https://connect.test";
export const resource = `${baseUrl}/mcp`;

interface TokenProcess {
  db: Database;
  authUrl: string;
  clock: Clock;
  secrets: readonly string[];
  egress?: Egress | undefined;
  mayFetch?: (() => Promise<boolean>) | undefined;
}

/** The library and our rules around it, as in one process. */
export async function tokenProcess(
  given: TokenProcess,
): Promise<TokenContext & { auth: AuthPort }> {
  const { db, authUrl, clock, secrets, egress, mayFetch = async () => true } = given;
  const settings = {
    baseUrl,
    databaseUrl: authUrl,
    secrets,
    poolMax: 8,
    resource,
    scopes: async () => ["banco_a:read", "tributario:read", "tributario:write"],
  };
  const auth = await createAuth(settings, {
    clock,
    log: silentLog,
    egress: egress ?? createEgress({ resolver: createSystemResolver() }),
    mayFetch,
    onClock: libraryClock(clock),
  });
  return {
    db,
    clock,
    log: silentLog,
    vault: createVault(masterKeys(randomBytes(32)), clock),
    auth,
    resource,
    readAccessToken: async () => null,
    mayIssue: async () => true,
    sendLater: () => undefined,
  };
}
