import { asc, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { organizationConnectors } from "./identity.sql.ts";

/** The systems that the organization may use. */
export async function listConnectors(ctx: Context): Promise<string[]> {
  const { connector, organizationId } = organizationConnectors;
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ connector })
      .from(organizationConnectors)
      .where(eq(organizationId, ctx.organization.id))
      .orderBy(asc(connector)),
  );
  return rows.map((row) => row.connector);
}
