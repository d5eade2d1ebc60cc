import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { membershipOf } from "./membership-of.ts";

/**
 * Of people, owners and admins alone do this, by the role they have now. A key or a grant was asked
 * for its scope before it got here, and the service itself may.
 */
export async function requireManager(tx: InTransaction<Context>): Promise<void> {
  if (tx.actor.kind !== "member") return;
  const membership = await membershipOf(tx, tx.actor);
  if (membership !== null && membership.role !== "member") return;
  throw new AppError("forbidden", {
    details: { reason: "this asks for the role owner or admin" },
  });
}
