import { and, asc, desc, eq, gt } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { evidence } from "./jobs.sql.ts";

/** That something was kept of a failed attempt. What it shows stays sealed. */
export interface KeptEvidence {
  attempt: number;
  expiresAt: Date;
}

export async function listEvidence(ctx: Context, jobId: string): Promise<KeptEvidence[]> {
  const { attempt, expiresAt, organizationId } = evidence;
  const own = and(eq(organizationId, ctx.organization.id), eq(evidence.jobId, jobId));
  return withTx(ctx, ({ db }) =>
    db.orm
      .select({ attempt, expiresAt })
      .from(evidence)
      .where(and(own, gt(expiresAt, ctx.clock.now())))
      .orderBy(asc(attempt)),
  );
}

/** Of all the organization's jobs, newest first: the first 200. */
export async function listAllEvidence(ctx: Context) {
  const { jobId, attempt, reason, createdAt, expiresAt, organizationId } = evidence;
  const own = eq(organizationId, ctx.organization.id);
  return withTx(ctx, ({ db }) =>
    db.orm
      .select({ jobId, attempt, reason, createdAt, expiresAt })
      .from(evidence)
      .where(and(own, gt(expiresAt, ctx.clock.now())))
      .orderBy(desc(createdAt), desc(attempt))
      .limit(200),
  );
}
