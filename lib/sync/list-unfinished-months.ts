import { and, asc, eq, gte, lt } from "drizzle-orm";
import {
  addMonths,
  parsePeriodo,
  periodoOf,
  previousPeriodo,
  type Periodo,
} from "#lib/chile/index.ts";
import { syncedMonths } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { coverage } from "./coverage.sql.ts";

/** Months before the last one with rows that were not final when read, oldest first. */
export async function listUnfinishedMonths(
  ctx: Context,
  connectionId: string,
): Promise<readonly Periodo[]> {
  const current = periodoOf(ctx.clock.now());
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .selectDistinct({ periodo: coverage.periodo })
      .from(coverage)
      .where(
        and(
          eq(coverage.organizationId, ctx.organization.id),
          eq(coverage.connectionId, connectionId),
          eq(coverage.unfinished, true),
          lt(coverage.periodo, previousPeriodo(current)),
          gte(coverage.periodo, addMonths(current, -syncedMonths)),
        ),
      )
      .orderBy(asc(coverage.periodo)),
  );
  return rows.flatMap(({ periodo }) => parsePeriodo(periodo) ?? []);
}
