import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { credentialStates } from "#lib/contract/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { connections } from "./connections.sql.ts";
import { noSuchConnection } from "./find-connection.ts";

export const ConnectionChange = z
  .strictObject({
    disabled: z.boolean(),
    scopes: z.array(z.string().max(80)).max(20),
    alcances: z.array(z.string().max(80)).max(40),
    credencial: z.enum(credentialStates),
  })
  .partial();
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** What owners and admins may change of a connection, which excludes its company. */
export async function updateConnection(
  ctx: SystemContext,
  id: string,
  change: ConnectionChange,
): Promise<void> {
  const { disabled, credencial, ...lists } = ConnectionChange.parse(change);
  const now = ctx.clock.now();
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(connections)
      .set({
        ...lists,
        ...(disabled !== undefined && { disabledAt: disabled ? now : null }),
        ...(credencial !== undefined && { credencial, credencialActualizadaEn: now }),
        // An empty change is allowed and changes nothing.
        id,
      })
      .where(and(eq(connections.id, id), isNull(connections.deletedAt)))
      .returning({ id: connections.id }),
  );
  if (rows.length === 0) throw noSuchConnection();
}
