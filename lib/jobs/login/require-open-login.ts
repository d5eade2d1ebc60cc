import { eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { credentials } from "#lib/connections/credentials.sql.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { LoginClosed } from "./login-failures.ts";
import { loginVerdict } from "./login-history.ts";

/**
 * For a call that would start a job: reports at once a login that nobody may make now. Other
 * organizations' tries count too.
 */
export function requireOpenLogin(ctx: Context, connectionId: string): Promise<void> {
  return withTx(ctx, (tx) => requireOpen(tx, connectionId));
}

async function requireOpen(tx: InTransaction<Context>, connectionId: string): Promise<void> {
  const { loginIdentity, secretHash } = credentials;
  const { connector } = connections;
  const [login] = await tx.db.orm
    .select({ connector, loginIdentity, secretHash })
    .from(credentials)
    .innerJoin(connections, eq(connections.id, credentials.connectionId))
    .where(eq(credentials.connectionId, connectionId));
  // Older than the ledger: its next worker finds out, and records its secret.
  if (login === undefined || login.secretHash === null) return;
  const known = { identities: [login.loginIdentity], secrets: [login.secretHash] };
  const asked = { connector: login.connector, login: known, typed: false };
  const verdict = await loginVerdict(tx, asked);
  if (verdict.kind === "closed") throw new LoginClosed(verdict);
}
