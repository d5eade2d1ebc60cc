import { and, eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { CredentialState } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { isPaused } from "#lib/operator/index.ts";
import { operations } from "../ledger.sql.ts";

/** Whether somebody looks, or why nobody would. */
type Soon =
  | { kind: "soon" }
  /** Its outcome is known. */
  | { kind: "known" }
  | { kind: "deleted" | "disabled" | "paused" }
  | { kind: "credential"; credencial: Exclude<CredentialState, "viva"> };

/** The operator need not wait for its turn: housekeeping's next run looks, as `askDue` may. */
export function askSoon(ctx: Context, id: string): Promise<Soon> {
  return withTx(ctx, async (tx) => {
    const isOwn = and(eq(operations.organizationId, ctx.organization.id), eq(operations.id, id));
    const [found] = await tx.db.orm
      .select({
        state: operations.state,
        connector: operations.connector,
        // Null where the organization can no longer see its deleted connection.
        credencial: connections.credencial,
        disabledAt: connections.disabledAt,
        deletedAt: connections.deletedAt,
      })
      .from(operations)
      .leftJoin(connections, eq(connections.id, operations.connectionId))
      .where(isOwn)
      .for("update", { of: operations });
    if (found?.state !== "unknown") return { kind: "known" };
    const { credencial, disabledAt, deletedAt, connector } = found;
    if (credencial === null || deletedAt !== null) return { kind: "deleted" };
    if (credencial !== "viva") return { kind: "credential", credencial };
    if (disabledAt !== null) return { kind: "disabled" };
    if (await isPaused(tx, connector)) return { kind: "paused" };
    await tx.db.orm.update(operations).set({ lookAgainAt: tx.clock.now() }).where(isOwn);
    return { kind: "soon" };
  });
}
