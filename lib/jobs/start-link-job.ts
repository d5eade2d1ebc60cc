import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { syncJobs } from "./jobs.sql.ts";

export interface LinkJob {
  organizationId: string;
  linkId: string;
  /** The connection to reauthenticate; null when the link makes a new one. */
  connectionId: string | null;
  connector: string;
  loginIdentity: Buffer;
  requestId: string;
}

/** Queues the login that tries what a person typed. The caller wakes a worker after the commit. */
export async function startLinkJob(
  tx: InTransaction<SystemContext>,
  job: LinkJob,
): Promise<string> {
  const now = tx.clock.now();
  const id = newId("sjb", now);
  await tx.db.orm.insert(syncJobs).values({
    ...job,
    id,
    kind: "link",
    alcances: [],
    trigger: "link",
    status: "queued",
    outcomes: [],
    attempts: 0,
    token: 0,
    notBefore: now,
    actorKind: "member",
    actorId: job.linkId,
    createdAt: now,
  });
  return id;
}
