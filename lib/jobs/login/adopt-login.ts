import { and, eq, inArray } from "drizzle-orm";
import { rehashCredentials, type KnownLogin } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { sqlState } from "#lib/db/failures.ts";
import type { ClaimedJob } from "../claim-job.ts";
import { loginAttempts } from "./login-attempts.sql.ts";
import { lockIdentity } from "./login-history.ts";

/**
 * The unique index of running jobs knows one hash: the job takes the newest, unless another runs.
 */
const takeNewest: Statement = {
  name: "login.take_newest",
  repeatable: true,
  text: `
    update sync_jobs j set login_identity = $3
    where j.id = $1 and j.token = $2 and j.status = 'running' and not exists (
      select from sync_jobs o
      where o.id <> j.id and o.status = 'running' and o.exclusive and j.exclusive and o.login_identity = any($4::bytea[]))
    returning j.id`,
};

/**
 * During a rotation of the login secret, one login has two hashes, and a claim sees only one.
 * Before the portal is opened, everything stored for the login moves to the newest. False when
 * another job has the login's session under either hash.
 */
export async function adoptLogin(
  ctx: SystemContext,
  job: ClaimedJob,
  known: KnownLogin,
): Promise<boolean> {
  const { identities, secrets } = known;
  if (identities.length < 2 && secrets.length < 2) return true;
  const [loginIdentity, ...oldIdentities] = identities;
  const [secretHash, ...oldSecrets] = secrets;
  try {
    return await withSystemTx(ctx, async (tx) => {
      await lockIdentity(tx, known);
      await rehashCredentials(tx, known);
      const { loginIdentity: identity, secretHash: secret } = loginAttempts;
      const ofOld = inArray(identity, oldIdentities);
      await tx.db.orm.update(loginAttempts).set({ loginIdentity }).where(ofOld);
      await tx.db.orm
        .update(loginAttempts)
        .set({ secretHash })
        .where(and(eq(identity, identities[0] ?? Buffer.of()), inArray(secret, oldSecrets)));
      const values = [job.id, job.token, loginIdentity, identities];
      return (await tx.db.run(takeNewest, values)).length > 0;
    });
  } catch (error) {
    // Claimed by another worker at the same moment.
    if (sqlState(error) === "23505") return false;
    throw error;
  }
}
