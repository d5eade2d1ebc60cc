import { and, asc, eq, gte } from "drizzle-orm";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { syncedMonths, type AccountRead } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { coverage } from "./coverage.sql.ts";

/** One month of a module, after the last reading. */
export interface CoverageMonth {
  alcance: string;
  periodo: string;
  status: "ok" | "partial";
  incompletos: number;
  cuentas: Record<string, AccountRead> | null;
  readAt: Date;
  jobId: string;
}

/** What was read of a connection: this month and the earlier ones that can be synced. */
export async function listCoverage(ctx: Context, connectionId: string): Promise<CoverageMonth[]> {
  const first = addMonths(periodoOf(ctx.clock.now()), -syncedMonths);
  const { alcance, periodo, status, incompletos, cuentas, readAt, jobId } = coverage;
  return withTx(ctx, ({ db }) =>
    db.orm
      .select({ alcance, periodo, status, incompletos, cuentas, readAt, jobId })
      .from(coverage)
      .where(
        and(
          eq(coverage.organizationId, ctx.organization.id),
          eq(coverage.connectionId, connectionId),
          ofKnownConnection(ctx, coverage.connectionId),
          gte(periodo, first),
        ),
      )
      .orderBy(asc(alcance), asc(periodo)),
  );
}
