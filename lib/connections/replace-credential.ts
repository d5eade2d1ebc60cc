import { and, eq, isNull } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Vault } from "#lib/vault/index.ts";
import { connections } from "./connections.sql.ts";
import { storeCredential, type CredentialFields } from "./credentials.ts";
import { noSuchConnection } from "./find-connection.ts";

/**
 * For the operator of the system's own connection: sets another credential without a login that
 * proves it. People hand theirs over at a link.
 */
export async function replaceCredential(
  ctx: SystemContext & { vault: Vault; secret: ServiceSecret },
  connectionId: string,
  fields: CredentialFields,
): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    const [row] = await tx.db.orm
      .select({ organizationId: connections.organizationId, connector: connections.connector })
      .from(connections)
      .where(and(eq(connections.id, connectionId), isNull(connections.deletedAt)))
      .for("no key update");
    if (row === undefined) throw noSuchConnection();
    await storeCredential(tx, { ...row, connectionId, fields });
  });
}
