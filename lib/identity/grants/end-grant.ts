import { and, eq, isNull, type SQL } from "drizzle-orm";
import {
  withSystemTx,
  withTx,
  type Context,
  type InTransaction,
  type SystemContext,
} from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import type { Log } from "#lib/kernel/log.ts";
import { grants } from "./grants.sql.ts";
import { ownerOfGrant } from "./owner-of-grant.ts";
import { ownGrant } from "./own-grant.ts";
import { notePastEnds } from "./past-ends.ts";
import type { GrantEnd } from "./terms.ts";

export interface Ended {
  id: string;
  userId: string;
  clientName: string;
}

/** Ends a grant for a person. One that has ended keeps its first end. */
export async function endGrant(ctx: Context, id: string): Promise<void> {
  await withTx(ctx, async (tx) => {
    const grant = await ownGrant(tx, id);
    await end(tx, eq(grants.id, grant.id), "revoked");
  });
  logDone(ctx.log, { act: "grant.ended", subject: id });
}

/** For the system itself: its client revoked the token, or somebody replayed one. */
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
 * Two parties have a token of it, and one of them is not its agent. Null for a grant that had
 * already ended or expired.
 */
export async function endReplayedGrant(
  tx: InTransaction<SystemContext>,
  id: string,
): Promise<Ended | null> {
  const own = eq(grants.id, id);
  await notePastEnds(tx, own);
  const [ended] = await end(tx, own, "replayed");
  return ended ?? null;
}

/** Ends all grants of a person in the organization of the transaction: they are removed from it. */
export async function endGrantsOfMember(tx: InTransaction<Context>, userId: string): Promise<void> {
  const theirs = and(eq(grants.organizationId, tx.organization.id), eq(grants.userId, userId));
  await end(tx, theirs, "member_removed");
}

/** The same in every organization: somebody who knew the old password may have consented. */
export async function endGrantsOfPerson(
  tx: InTransaction<SystemContext>,
  userId: string,
): Promise<Ended[]> {
  return end(tx, eq(grants.userId, userId), "password_reset");
}

/** For the callers that end grants in a transaction of their own, after its commit. */
export function logEnded(log: Log, ended: readonly Ended[]): void {
  for (const { id } of ended) logDone(log, { act: "grant.ended", subject: id });
}

/** Run by housekeeping: records for each expired grant why it is refused. */
export async function endPastGrants(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, (tx) => notePastEnds(tx));
}

async function end(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  which: SQL | undefined,
  endReason: GrantEnd,
): Promise<Ended[]> {
  return tx.db.orm
    .update(grants)
    .set({ endedAt: tx.clock.now(), endReason })
    .where(and(which, isNull(grants.endedAt)))
    .returning({ id: grants.id, userId: grants.userId, clientName: grants.clientName });
}
