import { and, eq, isNull, type SQL } from "drizzle-orm";
import {
  withSystemTx,
  withTx,
  type Context,
  type InTransaction,
  type SystemContext,
} from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { grants } from "./grants.sql.ts";
import { ownerOfGrant } from "./owner-of-grant.ts";
import { ownGrant } from "./own-grant.ts";
import { notePastEnds } from "./past-ends.ts";
import type { GrantEnd } from "./terms.ts";

/** By a person's hand. What has ended stays as it ended. */
export async function endGrant(ctx: Context, id: string): Promise<void> {
  await withTx(ctx, async (tx) => {
    const grant = await ownGrant(tx, id);
    await end(tx, eq(grants.id, grant.id), "revoked");
  });
  logDone(ctx.log, { act: "grant.ended", subject: id });
}

/** The system's own: its client gave the token back, or somebody used one that was used before. */
export async function endAnyGrant(
  ctx: SystemContext,
  id: string,
  reason: Extract<GrantEnd, "revoked" | "replayed">,
): Promise<void> {
  const organization = await ownerOfGrant(ctx, id);
  if (organization === null) return;
  await withTx({ ...ctx, organization }, async (tx) => {
    await end(tx, eq(grants.id, id), reason);
  });
  logDone(ctx.log, { act: "grant.ended", subject: id });
}

/**
 * Two have a token of it, and one of them is not its agent. Null for a grant that had ended, or was
 * past its end, before.
 */
export async function endReplayedGrant(
  tx: InTransaction<SystemContext>,
  id: string,
): Promise<{ userId: string; clientName: string } | null> {
  const own = eq(grants.id, id);
  await notePastEnds(tx, own);
  const [ended] = await end(tx, own, "replayed");
  return ended ?? null;
}

/** All that a person let agents do in the organization of the transaction: they are removed from it. */
export async function endGrantsOfMember(tx: InTransaction<Context>, userId: string): Promise<void> {
  const theirs = and(eq(grants.organizationId, tx.organization.id), eq(grants.userId, userId));
  await end(tx, theirs, "member_removed");
}

/** The same in every organization: who knew the old password may have consented. */
export async function endGrantsOfPerson(
  tx: InTransaction<SystemContext>,
  userId: string,
): Promise<void> {
  await end(tx, eq(grants.userId, userId), "password_reset");
}

/** Housekeeping's: says of each grant past its time why it is refused. */
export async function endPastGrants(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, (tx) => notePastEnds(tx));
}

async function end(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  which: SQL | undefined,
  endReason: GrantEnd,
): Promise<{ userId: string; clientName: string }[]> {
  return tx.db.orm
    .update(grants)
    .set({ endedAt: tx.clock.now(), endReason })
    .where(and(which, isNull(grants.endedAt)))
    .returning({ userId: grants.userId, clientName: grants.clientName });
}
