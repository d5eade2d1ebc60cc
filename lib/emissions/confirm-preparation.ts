import { and, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { preparations } from "./emissions.sql.ts";

/** A person of the organization allows anyone who holds the previewRef to emit the document. */
export async function confirmPreparation(ctx: Context, previewRef: string): Promise<void> {
  if (ctx.actor.kind !== "member") throw new AppError("forbidden");
  await withTx(ctx, async ({ db }) => {
    const own = and(
      eq(preparations.organizationId, ctx.organization.id),
      eq(preparations.id, previewRef),
    );
    const [row] = await db.orm.select().from(preparations).where(own).for("update");
    if (row === undefined || row.documentHash === null || row.state === "consumed") {
      throw new AppError("tributario_preview_token_invalid");
    }
    if (row.expiresAt <= ctx.clock.now()) throw new AppError("tributario_preview_token_expired");
    await db.orm
      .update(preparations)
      .set({ state: "confirmed", confirmedBy: ctx.actor.id })
      .where(own);
  });
}
