import { eq } from "drizzle-orm";
import { credentials } from "#lib/connections/credentials.sql.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { LoginClosed } from "./login-failures.ts";
import { loginVerdict } from "./login-history.ts";

/**
 * For a call that would start a job: a login that nobody may make now is told of at once. The
 * system asks, because other organizations' tries count too.
 */
export function requireOpenLogin(ctx: SystemContext, connectionId: string): Promise<void> {
  return withSystemTx(ctx, (tx) => requireOpen(tx, connectionId));
}

async function requireOpen(tx: InTransaction<SystemContext>, connectionId: string): Promise<void> {
  const { loginIdentity, secretHash } = credentials;
  const [login] = await tx.db.orm
    .select({ loginIdentity, secretHash })
    .from(credentials)
    .where(eq(credentials.connectionId, connectionId));
  // One older than the ledger: its next worker finds out, and notes its secret.
  if (login === undefined || login.secretHash === null) return;
  const known = { identities: [login.loginIdentity], secrets: [login.secretHash] };
  const verdict = await loginVerdict(tx, { login: known, typed: false });
  if (verdict.kind === "closed") throw new LoginClosed(verdict);
}
