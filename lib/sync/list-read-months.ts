import { and, eq, inArray, max, min } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { coverage } from "./coverage.sql.ts";

interface ReadMonths {
  oldest: string;
  newest: string;
}

/**
 * The first and the last month that were read, by connection; connections never read are left out.
 */
export async function listReadMonths(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadMonths>> {
  const { connectionId, periodo, organizationId } = coverage;
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ connectionId, oldest: min(periodo), newest: max(periodo) })
      .from(coverage)
      .where(
        and(
          eq(organizationId, ctx.organization.id),
          inArray(connectionId, [...ids]),
          ofKnownConnection(ctx, connectionId),
        ),
      )
      .groupBy(connectionId),
  );
  return new Map(
    rows.map(({ connectionId: id, oldest, newest }) => [
      id,
      { oldest: oldest ?? "", newest: newest ?? "" },
    ]),
  );
}
