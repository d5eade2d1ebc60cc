import { and, eq, gte } from "drizzle-orm";
import * as z from "zod";
import { isOpenStatus } from "#lib/contract/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { startJob } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mark } from "../act.ts";
import type { OperationKind } from "../states.ts";

// What was sent with a mark of ours is found even where the ledger has lost it. No caller waits for
// that: the job has no sealed question, and its answer, ids and instants, is its result.

interface Asked {
  kind: OperationKind;
  since: Date;
}

const Marks = z.object({
  marks: z.array(z.object({ operation: z.string(), name: z.string(), at: z.string() })),
});

function targetOfMarks({ kind, since }: Asked): string {
  return `${kind} ${since.toISOString()}`;
}

export function askedByTarget(target: string): { kind: string; since: Date } {
  const [kind = "", since = ""] = target.split(" ");
  return { kind, since: new Date(since) };
}

type SystemTx = InTransaction<SystemContext>;

/** What a job asked after an instant has found; null until one has succeeded. */
export async function marksOf(
  { db }: Pick<SystemTx, "db">,
  connectionId: string,
  asked: Asked & { after: Date },
): Promise<{ marks: Mark[] | null; isOpen: boolean; isTried: boolean }> {
  const rows = await db.orm
    .select({ status: syncJobs.status, result: syncJobs.result })
    .from(syncJobs)
    .where(
      and(
        eq(syncJobs.targetId, targetOfMarks(asked)),
        eq(syncJobs.connectionId, connectionId),
        gte(syncJobs.createdAt, asked.after),
      ),
    );
  const done = rows.find(({ status }) => status === "succeeded");
  return {
    marks: done === undefined ? null : Marks.parse(done.result).marks,
    isOpen: rows.some(({ status }) => isOpenStatus(status)),
    isTried: rows.some(({ status }) => !isOpenStatus(status)),
  };
}

/** Housekeeping wakes a worker for it. */
export async function startMarks(
  tx: SystemTx,
  connection: { id: string; organizationId: string; connector: string },
  asked: Asked,
): Promise<void> {
  await startJob(tx, {
    organizationId: connection.organizationId,
    connectionId: connection.id,
    connector: connection.connector,
    kind: "live",
    targetId: targetOfMarks(asked),
    trigger: "manual",
    requestId: newId("req", tx.clock.now()),
    actor: actors.system("restore"),
  });
}
