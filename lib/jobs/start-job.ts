import { actorRow, type Actor } from "#lib/db/actors.ts";
import type { JobTrigger } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { JobKind } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

interface NewJob {
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
  trigger: JobTrigger;
  requestId: string;
  actor: Actor;
}

/** Queues a job. The caller wakes a worker after the commit. */
export async function startJob(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { actor, ...job }: NewJob,
): Promise<string> {
  const now = tx.clock.now();
  const id = newId("sjb", now);
  await tx.db.orm.insert(syncJobs).values({
    alcances: [],
    ...job,
    id,
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
