import { and, eq } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { grants } from "./grants.sql.ts";
import { lockMembership } from "./membership.ts";

/**
 * The grant that the signed-in person may narrow or end: their own, or any of the organization's
 * for owners and admins. Locked until the transaction ends. Another person's gets the same answer
 * as none.
 */
export async function ownGrant(
  tx: InTransaction<Context>,
  id: string,
): Promise<typeof grants.$inferSelect> {
  const membership = await lockMembership(tx, tx.actor);
  const [row] = await tx.db.orm
    .select()
    .from(grants)
    .where(and(eq(grants.organizationId, tx.organization.id), eq(grants.id, id)))
    .for("no key update");
  const isTheirs =
    membership !== null && (membership.role !== "member" || row?.userId === tx.actor.id);
  if (row !== undefined && isTheirs) return row;
  throw new AppError("forbidden", { details: { reason: "no such application" } });
}
