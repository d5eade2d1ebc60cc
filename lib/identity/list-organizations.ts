import { desc, isNull, sql } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { organizations } from "./identity.sql.ts";

/** Every organization that is not erased, newest first. */
export async function listOrganizations(ctx: SystemContext) {
  const { id, name, plan, billing, createdAt, deletesAt, erasedAt } = organizations;
  const alive = sql<number>`(select count(*)::int from connections c
    where c.organization_id = ${id} and c.deleted_at is null)`;
  return withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ id, name, plan, billing, createdAt, deletesAt, connections: alive })
      .from(organizations)
      .where(isNull(erasedAt))
      .orderBy(desc(id)),
  );
}
