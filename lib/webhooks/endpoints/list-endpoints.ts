import { and, asc, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { toEndpoint, type Endpoint } from "./endpoint.ts";
import { webhookEndpoints } from "../webhooks.sql.ts";

/** Oldest first, including disabled ones. */
export async function listEndpoints(ctx: Context): Promise<Endpoint[]> {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.organizationId, ctx.organization.id),
          ofKnownConnection(ctx, webhookEndpoints.connectionId),
        ),
      )
      .orderBy(asc(webhookEndpoints.id)),
  );
  return rows.map(toEndpoint);
}
