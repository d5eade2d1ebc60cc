import { and, eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { isAnnulled } from "../link-state.ts";
import { links } from "../links.sql.ts";

type Attempt = typeof links.$inferSelect & { sealed: Buffer };

/**
 * The link while this job's try is running, locked until the transaction ends. Null when the link
 * was annulled meanwhile, or its maker may make none: what was typed is then deleted, and the try
 * stores nothing.
 */
export async function lockAttempt(
  tx: InTransaction<SystemContext>,
  { linkId, jobId }: { linkId: string; jobId: string },
): Promise<Attempt | null> {
  const [row] = await tx.db.orm
    .select({ link: links, annulled: isAnnulled(tx.clock.now()) })
    .from(links)
    .where(and(eq(links.id, linkId), eq(links.jobId, jobId)))
    .for("no key update");
  if (row?.annulled === true && row.link.state !== "consumed") {
    await tx.db.orm
      .update(links)
      .set({ state: "annulled", sealed: null })
      .where(eq(links.id, linkId));
    return null;
  }
  // The caller holds the job's fencing token: only a programming error gets here.
  if (row === undefined || row.link.state !== "verifying" || row.link.sealed === null) {
    throw new TypeError("no such try is under way");
  }
  return { ...row.link, sealed: row.link.sealed };
}
