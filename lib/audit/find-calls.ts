import { eq } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { audit } from "./audit.table.ts";

/** The audit records of one request, of any organization. For operators. */
export async function findCalls(ctx: SystemContext, requestId: string) {
  return withSystemTx(ctx, ({ db }) =>
    db.orm.select().from(audit).where(eq(audit.requestId, requestId)).orderBy(audit.at),
  );
}
