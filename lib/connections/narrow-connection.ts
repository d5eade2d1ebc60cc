import { withTx, type Context } from "#lib/db/context.ts";
import { requireManager } from "#lib/identity/index.ts";
import { connections } from "./connections.sql.ts";
import { noSuchConnection } from "./find-connection.ts";
import { ownConnection } from "./find-detail.ts";

/** What a connection allows, and what is read of it. */
export interface ConnectionRights {
  scopes: readonly string[];
  alcances: readonly string[];
  enabled: boolean;
}

export function isNarrowerConnection(after: ConnectionRights, before: ConnectionRights): boolean {
  const { scopes, alcances, enabled } = before;
  return (
    scopes.some((one) => !after.scopes.includes(one)) ||
    alcances.some((one) => !after.alcances.includes(one)) ||
    (enabled && !after.enabled)
  );
}

/** For a restored database: takes from a connection what it may no longer do. Adds nothing. */
export async function narrowConnection(
  ctx: Context,
  id: string,
  left: ConnectionRights,
): Promise<void> {
  await withTx(ctx, async (tx) => {
    await requireManager(tx);
    const own = ownConnection(tx, id);
    const [now] = await tx.db.orm.select().from(connections).where(own).for("no key update");
    if (now === undefined) throw noSuchConnection();
    await tx.db.orm
      .update(connections)
      .set({
        scopes: now.scopes.filter((one) => left.scopes.includes(one)),
        alcances: now.alcances.filter((one) => left.alcances.includes(one)),
        disabledAt: left.enabled ? now.disabledAt : (now.disabledAt ?? tx.clock.now()),
      })
      .where(own);
  });
}
