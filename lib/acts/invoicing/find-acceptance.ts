import { and, eq } from "drizzle-orm";
import type { AcceptanceState } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { documentAcceptances } from "./acceptances.sql.ts";

/**
 * The authority's answer on the operation's document; null where there is none, or none is
 * expected.
 */
export async function findAcceptance(
  ctx: Context,
  operationId: string,
): Promise<AcceptanceState | null> {
  const { organizationId, operationId: id, state } = documentAcceptances;
  const [found] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ state })
      .from(documentAcceptances)
      .where(and(eq(organizationId, ctx.organization.id), eq(id, operationId))),
  );
  return found?.state ?? null;
}
