import { and, eq } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { mayIssue, membershipOf } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { preparations } from "./emissions.sql.ts";

/** A person of the organization allows anyone who holds the previewRef to emit the document. */
export async function confirmPreparation(ctx: Context, previewRef: string): Promise<void> {
  await withTx(ctx, async (tx) => {
    await requireIssuer(tx);
    const own = and(
      eq(preparations.organizationId, ctx.organization.id),
      eq(preparations.id, previewRef),
    );
    const [row] = await tx.db.orm.select().from(preparations).where(own).for("update");
    if (row === undefined || row.documentHash === null || row.state === "consumed") {
      throw new AppError("tributario_preview_token_invalid");
    }
    if (row.expiresAt <= ctx.clock.now()) throw new AppError("tributario_preview_token_expired");
    await tx.db.orm
      .update(preparations)
      .set({ state: "confirmed", confirmedBy: ctx.actor.id })
      .where(own);
  });
}

/** Signed in, and by their role: no key and no token confirms, not even of the person who granted it. */
async function requireIssuer(tx: InTransaction<Context>): Promise<void> {
  const membership = await membershipOf(tx, tx.actor);
  if (membership !== null && mayIssue(membership)) return;
  throw new AppError("forbidden", { details: { reason: "a person who may issue confirms" } });
}
