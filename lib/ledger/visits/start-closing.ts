import { and, eq, inArray } from "drizzle-orm";
import { openStatuses } from "#lib/contract/index.ts";
import type { Context, InTransaction, SystemContext } from "#lib/db/context.ts";
import { startJob } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import type { OperationRow } from "../ledger.sql.ts";

/** Starts reversing what was done: one job at a time, which everybody who asks for it waits for. */
export async function startClosing(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { id, organizationId, connectionId, connector }: OperationRow,
  { requestId, actor }: Pick<Context, "requestId" | "actor">,
): Promise<string> {
  const [open] = await tx.db.orm
    .select({ id: syncJobs.id })
    .from(syncJobs)
    .where(
      and(
        eq(syncJobs.organizationId, organizationId),
        eq(syncJobs.targetId, id),
        eq(syncJobs.kind, "closing"),
        inArray(syncJobs.status, openStatuses),
      ),
    );
  if (open !== undefined) return open.id;
  return startJob(tx, {
    organizationId,
    connectionId,
    connector,
    kind: "closing",
    targetId: id,
    trigger: "manual",
    requestId,
    actor,
  });
}
