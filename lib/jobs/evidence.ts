import * as z from "zod";
import { and, desc, eq, gt, lte, asc } from "drizzle-orm";
import { withSystemTx, withTx, type Context, type SystemContext } from "#lib/db/context.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { openJson, sealJson, type SealedPlace, type Vault } from "#lib/vault/index.ts";
import type { Evidence } from "#lib/contract/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { requireHeld } from "./held-job.ts";
import { evidence } from "./jobs.sql.ts";

const keptDays = 7;

/** Sealed, and kept for days: even redacted, it may show a company's account. */
export async function keepEvidence(
  ctx: SystemContext & { vault: Vault },
  job: ClaimedJob,
  reason: string,
  seen: Evidence,
): Promise<void> {
  const createdAt = ctx.clock.now();
  const kept = { text: seen.text, screenshot: seen.screenshot?.toString("base64") ?? null };
  const place = placeOf(job.organizationId, job.id, job.attempts);
  const sealed = await sealJson(ctx.vault, place, kept);
  await withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    await tx.db.orm
      .insert(evidence)
      .values({
        jobId: job.id,
        attempt: job.attempts,
        organizationId: job.organizationId,
        reason,
        sealed,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + keptDays * dayMs),
      })
      .onConflictDoNothing();
  });
}

export async function dropExpiredEvidence(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm.delete(evidence).where(lte(evidence.expiresAt, ctx.clock.now())),
  );
}

/**
 * For support staff who may open this purpose only; of several attempts the last, unless one is
 * named.
 */
export async function openEvidence(
  ctx: Context & { vault: Vault },
  jobId: string,
  attempt: number | null,
): Promise<Evidence | null> {
  const { id: organizationId } = ctx.organization;
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(evidence)
      .where(
        and(
          eq(evidence.organizationId, organizationId),
          eq(evidence.jobId, jobId),
          attempt === null ? undefined : eq(evidence.attempt, attempt),
          gt(evidence.expiresAt, ctx.clock.now()),
        ),
      )
      .orderBy(desc(evidence.attempt))
      .limit(1),
  );
  if (row === undefined) return null;
  const place = placeOf(organizationId, jobId, row.attempt);
  const { text, screenshot } = Kept.parse(await openJson(ctx.vault, place, row.sealed));
  return { text, screenshot: screenshot === null ? null : Buffer.from(screenshot, "base64") };
}

const Kept = z.object({ text: z.string(), screenshot: z.string().nullable() });

function placeOf(organizationId: string, jobId: string, attempt: number): SealedPlace {
  const kept = { table: "evidence", column: "sealed", row: `${jobId}/${attempt}` };
  return { organizationId, purpose: "evidence", ...kept };
}

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
