import { eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { connections } from "./connections.sql.ts";
import { credentials } from "./credentials.sql.ts";
import { lockConnections } from "./lock-connections.ts";

/** The sealed fields are gone with the transaction. Returns whether there is such a connection. */
export async function dropCredential(
  tx: InTransaction<SystemContext>,
  connectionId: string,
  credencial: "revocada" | "expirada" = "revocada",
): Promise<boolean> {
  await lockConnections(tx, [connectionId]);
  await tx.db.orm.delete(credentials).where(eq(credentials.connectionId, connectionId));
  const revoked = await tx.db.orm
    .update(connections)
    .set({ credencial, credencialActualizadaEn: tx.clock.now() })
    .where(eq(connections.id, connectionId))
    .returning({ id: connections.id });
  return revoked.length > 0;
}
