import { and, asc, desc, eq, gt } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { evidence } from "./jobs.sql.ts";

/** Says that evidence of a failed attempt was kept. What it shows stays sealed. */
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

/** For all the organization's jobs, newest first: the first 200. */
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
