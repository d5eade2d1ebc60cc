import type { SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { lte } from "drizzle-orm";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { requireHeld } from "./held-job.ts";
import { evidence } from "./jobs.sql.ts";

/** What a portal showed when a job failed, already redacted. */
export interface Evidence {
  text: string;
  screenshot: Buffer | null;
}

const keptDays = 7;

/** Sealed, and kept for days: it may show a company's account, redacted as it is. */
export async function keepEvidence(
  ctx: SystemContext & { vault: Vault },
  job: ClaimedJob,
  reason: string,
  seen: Evidence,
): Promise<void> {
  const createdAt = ctx.clock.now();
  const plain = Buffer.from(
    JSON.stringify({ text: seen.text, screenshot: seen.screenshot?.toString("base64") ?? null }),
  );
  const place: SealedPlace = {
    organizationId: job.organizationId,
    purpose: "evidence",
    table: "evidence",
    column: "sealed",
    row: `${job.id}/${job.attempts}`,
  };
  const sealed = await ctx.vault.seal(place, plain);
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
        expiresAt: new Date(createdAt.getTime() + keptDays * 86_400_000),
      })
      .onConflictDoNothing();
  });
}

export async function dropExpiredEvidence(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm.delete(evidence).where(lte(evidence.expiresAt, ctx.clock.now())),
  );
}
