import { and, asc, eq, inArray } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Vault } from "#lib/vault/index.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";
import { loginPartOf, withCredential, type CredentialFields } from "./credentials.ts";
import { lockConnections } from "./lock-connections.ts";

interface RefusedCredential {
  /** What the login may be kept under. */
  identities: Buffer[];
  /** As they were typed into the portal. */
  fields: CredentialFields;
}

type Tx = InTransaction<SystemContext> & { vault: Vault };
type Candidate = Pick<
  typeof credentials.$inferSelect,
  "connectionId" | "organizationId" | "sealed"
>;

/**
 * The portal refused this login with this secret, for any connection that tried it: no connection that
 * holds the same may try it again, as each try brings the person's account nearer to its lock.
 */
export async function refuseCredential(tx: Tx, refused: RefusedCredential): Promise<void> {
  const ofLogin = inArray(credentials.loginIdentity, refused.identities);
  const holders = await tx.db.orm
    .select({ id: credentials.connectionId })
    .from(credentials)
    .where(ofLogin)
    .orderBy(asc(credentials.connectionId));
  if (holders.length === 0) return;
  await lockConnections(
    tx,
    holders.map(({ id }) => id),
  );
  // Read again under the lock: a link may have brought a better credential meanwhile.
  const candidates: Candidate[] = await tx.db.orm.select().from(credentials).where(ofLogin);
  const same: string[] = [];
  for (const candidate of candidates) {
    if (await holdsSame(tx, candidate, refused.fields)) same.push(candidate.connectionId);
  }
  if (same.length === 0) return;
  await tx.db.orm
    .update(connections)
    .set({ credencial: "rechazada", credencialActualizadaEn: tx.clock.now() })
    .where(and(inArray(connections.id, same), eq(connections.credencial, "viva")));
}

async function holdsSame(
  tx: Tx,
  candidate: Candidate,
  refused: CredentialFields,
): Promise<boolean> {
  const typed = loginPartOf(refused);
  try {
    return await withCredential(tx, candidate, async (fields) => loginPartOf(fields) === typed);
  } catch (error) {
    // The job that met the refusal must end all the same: left open, it would try it again.
    tx.log.error("connections.credential_not_opened", {
      connection: candidate.connectionId,
      error,
    });
    return false;
  }
}
