import { and, eq, isNull } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { preparations } from "../ledger.sql.ts";

/**
 * Records that a preview waits for a person, and says where that person finds it. The link alone
 * opens nothing.
 */
export async function askForPerson(
  ctx: Context & { baseUrl: string },
  previewRef: string,
): Promise<AppError> {
  const { organization, clock } = ctx;
  await withTx(ctx, ({ db }) =>
    db.orm
      .update(preparations)
      .set({ confirmationAskedAt: clock.now() })
      .where(
        and(
          eq(preparations.organizationId, organization.id),
          eq(preparations.id, previewRef),
          isNull(preparations.confirmationAskedAt),
        ),
      ),
  );
  const page = `/dashboard/${organization.id}/confirmaciones/${previewRef}`;
  const url = new URL(page, ctx.baseUrl).href;
  return new AppError("tributario_preparation_confirmation_required", {
    details: { previewRef, url },
  });
}
