import { and, eq, inArray } from "drizzle-orm";
import { dropCredential } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { cancelSyncsOf } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { links } from "./links.sql.ts";

/**
 * Takes back what a person handed over: the sealed fields, what was typed at a link and is being tried,
 * and every login that they would lead to. The rows that were read stay. A new link brings a new one.
 */
export async function forgetCredential(ctx: SystemContext, connectionId: string): Promise<void> {
  const forget = () =>
    withSystemTx(ctx, async (tx) => {
      if (!(await dropCredential(tx, connectionId))) {
        throw new AppError("forbidden", { details: { reason: "no such connection" } });
      }
      await cancelSyncsOf(tx, connectionId);
      await tx.db.orm
        .update(links)
        .set({ state: "annulled", sealed: null })
        .where(
          and(eq(links.connectionId, connectionId), inArray(links.state, ["open", "verifying"])),
        );
    });
  await repeatUndone(forget);
  ctx.log.info("connections.credential_forgotten", { connection: connectionId });
}
