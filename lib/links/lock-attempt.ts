import { and, eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { links } from "./links.sql.ts";

/** The link while this job's try is under way, held until the transaction ends. */
export async function lockAttempt(
  tx: InTransaction<SystemContext>,
  { linkId, jobId }: { linkId: string; jobId: string },
): Promise<typeof links.$inferSelect & { sealed: Buffer }> {
  const [link] = await tx.db.orm
    .select()
    .from(links)
    .where(and(eq(links.id, linkId), eq(links.jobId, jobId), eq(links.state, "verifying")))
    .for("no key update");
  // The caller holds the job's fencing token: only a programming error gets here.
  if (link === undefined || link.sealed === null) throw new TypeError("no such try is under way");
  return { ...link, sealed: link.sealed };
}
