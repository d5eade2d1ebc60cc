import { actors } from "#lib/db/actors.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { startJob } from "./start-job.ts";

interface Visit {
  organizationId: string;
  connectionId: string;
  connector: string;
  kind: "pdf" | "reconcile";
  /** The operation that it concerns. */
  targetId: string;
  /** The call that it stems from; none if it was due by itself. */
  requestId?: string;
}

/** Starts a visit that asks a portal about what was done there: nobody waits for it. */
export function startVisit(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  { requestId = "housekeeping", ...visit }: Visit,
): Promise<string> {
  const actor = actors.system("housekeeping");
  return startJob(tx, { ...visit, trigger: "manual", requestId, actor });
}
