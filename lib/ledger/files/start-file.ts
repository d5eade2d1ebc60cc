import { and, eq, inArray } from "drizzle-orm";
import { openStatuses } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { startVisit } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import type { OperationRow } from "../ledger.sql.ts";

/**
 * Starts fetching the file of what was done, for an act that is notified of the end: nobody waits
 * for it. Null while another file of the connection is being fetched: callers must not queue behind
 * papers.
 */
export async function startFile(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { id, organizationId, connectionId, connector, operationRequestId }: OperationRow,
): Promise<string | null> {
  const underWay = and(
    eq(syncJobs.connectionId, connectionId),
    eq(syncJobs.kind, "pdf"),
    eq(syncJobs.actorKind, "system"),
    inArray(syncJobs.status, openStatuses),
  );
  if ((await tx.db.orm.$count(syncJobs, underWay)) > 0) return null;
  return startVisit(tx, {
    organizationId,
    connectionId,
    connector,
    kind: "pdf",
    targetId: id,
    requestId: operationRequestId,
  });
}
