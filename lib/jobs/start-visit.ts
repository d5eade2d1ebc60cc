import { actors } from "#lib/db/actors.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { startJob } from "./start-job.ts";

interface Visit {
  organizationId: string;
  connectionId: string;
  connector: string;
  kind: "pdf" | "reconcile";
  /** The operation that it is about. */
  targetId: string;
  /** Of the call that it goes back to; none for what fell due. */
  requestId?: string;
}

/** Has a portal asked about what was done there: nobody waits for it. */
export function startVisit(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { requestId = "housekeeping", ...visit }: Visit,
): Promise<string> {
  const actor = actors.system("housekeeping");
  return startJob(tx, { ...visit, trigger: "manual", requestId, actor });
}
