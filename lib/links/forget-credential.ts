import { and, eq, inArray } from "drizzle-orm";
import { dropCredential, findConnection, noSuchConnection } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { requireManager } from "#lib/identity/index.ts";
import { endSyncsOf, type JobEnder } from "#lib/jobs/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { endConsent } from "./keep-consent.ts";
import { links } from "./links.sql.ts";

/** For an owner or admin, and for the operator in their place. */
export async function forgetCredential(
  ctx: Context & JobEnder,
  connectionId: string,
): Promise<void> {
  await repeatUndone(() =>
    withTx(ctx, async (tx) => {
      await requireManager(tx);
      if ((await findConnection(tx, connectionId)) === null) throw noSuchConnection();
      await forget(tx, connectionId);
    }),
  );
  logDone(ctx.log, { act: "credential.forgotten", subject: connectionId });
}

/**
 * Revokes what a person handed over: the sealed fields, what was typed at a link and is being
 * tried, and every login that they would lead to. The rows that were read stay. A new link brings a
 * new credential.
 */
async function forget(tx: InTransaction<JobEnder>, connectionId: string): Promise<void> {
  if (!(await dropCredential(tx, connectionId))) throw noSuchConnection();
  await endConsent(tx, connectionId, "olvidado");
  await endSyncsOf(tx, connectionId);
  await annulLinksOf(tx, connectionId);
}

/** What was typed at one and is being tried is deleted at once. */
export async function annulLinksOf(
  tx: InTransaction<SystemContext>,
  connectionId: string,
): Promise<void> {
  await tx.db.orm
    .update(links)
    .set({ state: "annulled", sealed: null })
    .where(and(eq(links.connectionId, connectionId), inArray(links.state, ["open", "verifying"])));
}
