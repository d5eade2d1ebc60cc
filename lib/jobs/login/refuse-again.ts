import { and, eq, lte } from "drizzle-orm";
import { refuseCredential } from "#lib/connections/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { credentials } from "#lib/connections/credentials.sql.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { loginAttempts } from "./login-attempts.sql.ts";
import { loginVerdict } from "./login-history.ts";

/**
 * Repeats a refusal by a portal that the database no longer knows of: no job sends the secret
 * again. A credential handed over since then is another one.
 */
export function refuseAgain(ctx: SystemContext, connectionId: string, at: Date): Promise<void> {
  return withSystemTx(ctx, async (tx) => {
    const [kept] = await tx.db.orm
      .select({ credential: credentials, connector: connections.connector })
      .from(credentials)
      .innerJoin(connections, eq(connections.id, credentials.connectionId))
      .where(and(eq(credentials.connectionId, connectionId), lte(credentials.createdAt, at)));
    if (kept === undefined) return;
    const { organizationId, loginIdentity, secretHash } = kept.credential;
    // Older than the login ledger and not tried before the restore point: nothing identifies it.
    if (secretHash === null) return;
    const login = { identities: [loginIdentity], secrets: [secretHash] };
    await refuseCredential(tx, login);
    const verdict = await loginVerdict(tx, { connector: kept.connector, login, typed: false });
    // The log has a line per connection with the same secret, and a replay may be repeated.
    if (verdict.kind === "refused") return;
    await tx.db.orm.insert(loginAttempts).values({
      id: newId("rec", at),
      organizationId,
      loginIdentity,
      secretHash,
      jobId: "restore",
      token: 0,
      startedAt: at,
      endedAt: at,
      outcome: "rejected",
    });
  });
}
