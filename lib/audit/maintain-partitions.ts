import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/** Calls are kept for two years, by whole months. */
export const auditKeptMonths = 24;

const maintain: Statement = {
  name: "audit.maintain",
  repeatable: true,
  text: "select made, dropped from maintain_audit_partitions($1, $2)",
};

/** Makes the partitions of the coming months and drops those past their term. */
export async function maintainAuditPartitions(
  ctx: SystemContext,
): Promise<{ made: string[]; dropped: string[] }> {
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.run<{ made: string | null; dropped: string | null }>(maintain, [
      ctx.clock.now(),
      auditKeptMonths,
    ]),
  );
  return {
    made: rows.flatMap((row) => row.made ?? []),
    dropped: rows.flatMap((row) => row.dropped ?? []),
  };
}
