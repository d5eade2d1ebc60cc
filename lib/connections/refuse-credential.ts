import { and, asc, eq, inArray } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";
import type { KnownLogin } from "./credentials.ts";
import { lockConnections } from "./lock-connections.ts";

/**
 * The portal refused this login with this secret. No connection with the same secret may try it
 * again, since each try brings the person's account nearer to being locked. Returns the connections
 * that this affects.
 */
export async function refuseCredential(
  tx: InTransaction<SystemContext>,
  { identities, secrets }: KnownLogin,
): Promise<string[]> {
  const ofLogin = inArray(credentials.loginIdentity, identities);
  const holders = await tx.db.orm
    .select({ id: credentials.connectionId })
    .from(credentials)
    .where(ofLogin)
    .orderBy(asc(credentials.connectionId));
  if (holders.length === 0) return [];
  await lockConnections(
    tx,
    holders.map(({ id }) => id),
  );
  // Read again under the lock: a link may have brought a better credential meanwhile.
  const holding = await tx.db.orm
    .select({ id: credentials.connectionId })
    .from(credentials)
    .where(and(ofLogin, inArray(credentials.secretHash, secrets)));
  const same = holding.map(({ id }) => id);
  if (same.length === 0) return [];
  const refused = await tx.db.orm
    .update(connections)
    .set({ credencial: "rechazada", credencialActualizadaEn: tx.clock.now() })
    .where(and(inArray(connections.id, same), eq(connections.credencial, "viva")))
    .returning({ id: connections.id });
  return refused.map(({ id }) => id);
}
