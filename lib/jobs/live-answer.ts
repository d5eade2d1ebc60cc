import { and, eq, lte } from "drizzle-orm";
import { withSystemTx, withTx, type Context, type SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { openJson, sealJson, type SealedPlace, type Vault } from "#lib/vault/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { syncJobs } from "./jobs.sql.ts";

const keptMs = 5 * minuteMs;

export function answerTerm(from: Date): Date {
  return new Date(from.getTime() + keptMs);
}

/** A live job's question or answer. Neither is ever stored unencrypted. */
export function sealLive(
  { vault }: { vault: Vault },
  job: Pick<ClaimedJob, "id" | "organizationId">,
  column: "asked" | "answer",
  value: unknown,
): Promise<Buffer> {
  return sealJson(vault, placeOf(job, column), value);
}

/**
 * A live job's question, and when it was asked; null past its term, when nobody waits for it any
 * more.
 */
export async function askedOf(
  ctx: SystemContext & { vault: Vault },
  job: ClaimedJob,
): Promise<{ asked: unknown; at: Date } | null> {
  const { asked, createdAt: at } = syncJobs;
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm.select({ asked, at }).from(syncJobs).where(eq(syncJobs.id, job.id)),
  );
  if (row === undefined || row.asked === null) return null;
  return { asked: await openJson(ctx.vault, placeOf(job, "asked"), row.asked), at: row.at };
}

/** For its caller, once: nothing of it is kept afterwards. */
export async function takeAnswer(ctx: Context & { vault: Vault }, jobId: string): Promise<unknown> {
  const organizationId = ctx.organization.id;
  const own = and(eq(syncJobs.organizationId, organizationId), eq(syncJobs.id, jobId));
  const answer = await withTx(ctx, async ({ db }) => {
    const [row] = await db.orm
      .select({ answer: syncJobs.answer })
      .from(syncJobs)
      .where(own)
      .for("no key update");
    await db.orm.update(syncJobs).set({ answer: null, answerExpiresAt: null }).where(own);
    return row?.answer ?? null;
  });
  if (answer === null) throw new AppError("timeout");
  return openJson(ctx.vault, placeOf({ id: jobId, organizationId }, "answer"), answer);
}

/** Drops answers that nobody read in time. */
export async function dropOldAnswers(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(syncJobs)
      .set({ asked: null, answer: null, answerExpiresAt: null })
      .where(lte(syncJobs.answerExpiresAt, ctx.clock.now())),
  );
}

function placeOf(
  { id, organizationId }: Pick<ClaimedJob, "id" | "organizationId">,
  column: "asked" | "answer",
): SealedPlace {
  return { organizationId, purpose: "answer", table: "sync_jobs", column, row: id };
}
