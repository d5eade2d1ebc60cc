import { actorRow, type Actor } from "#lib/db/actors.ts";
import type { JobTrigger } from "#lib/contract/index.ts";
import type { Context, InTransaction, SystemContext } from "#lib/db/context.ts";
import { requireMayEmit, requireRunning } from "#lib/operator/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { sessionless, type JobKind } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";
import { answerTerm } from "./live-answer.ts";

interface NewJob {
  /** Given in advance when something is sealed for it. */
  id?: string;
  organizationId: string;
  connector: string;
  kind: JobKind;
  /** Null while a link has made no connection yet. */
  connectionId: string | null;
  linkId?: string;
  targetId?: string;
  alcances?: string[];
  periodo?: string;
  loginIdentity?: Buffer;
  /** The question, sealed; set for live jobs only. */
  asked?: Buffer;
  trigger: JobTrigger;
  requestId: string;
  actor: Actor;
}

/**
 * Queues a job. The caller wakes a worker after the commit. While the operator has paused its
 * system, a job that somebody waits for is refused; others are queued, and run when the pause is
 * over.
 */
export async function startJob(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { actor, ...job }: NewJob,
): Promise<string> {
  const now = tx.clock.now();
  if (actor.kind !== "system") await requireRunning(tx, job.connector);
  if (job.kind === "emission") await requireMayEmit(tx, job.organizationId);
  const { id = newId("sjb", now), asked } = job;
  await tx.db.orm.insert(syncJobs).values({
    alcances: [],
    ...job,
    id,
    exclusive: !sessionless.includes(job.connector),
    ...(asked !== undefined && { answerExpiresAt: answerTerm(now) }),
    status: "queued",
    outcomes: [],
    attempts: 0,
    token: 0,
    notBefore: now,
    ...actorRow(actor),
    createdAt: now,
  });
  return id;
}

type CallersJob = Pick<NewJob, "id" | "kind" | "targetId" | "alcances" | "periodo" | "asked">;

/** The same for a caller's connection: the rest of the job is the caller's. */
export function startJobOn(
  tx: InTransaction<Context>,
  { id: connectionId, connector }: { id: string; connector: string },
  { trigger = "manual", ...job }: CallersJob & { trigger?: JobTrigger },
): Promise<string> {
  const { organization, requestId, actor } = tx;
  const organizationId = organization.id;
  return startJob(tx, {
    ...job,
    organizationId,
    connectionId,
    connector,
    trigger,
    requestId,
    actor,
  });
}
