import { and, eq, ne } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { requireManager } from "#lib/identity/index.ts";
import { cancelQueued } from "#lib/jobs/index.ts";
import { validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { links } from "./links.sql.ts";

const pattern = idPattern("cs");

/**
 * Ends a link. What was typed goes at once: a login that nobody has begun is not made, and one that
 * is under way keeps nothing. Annulling twice changes nothing more.
 */
export async function annulLink(ctx: Context, id: string): Promise<void> {
  if (!pattern.test(id)) throw validationError([unknownLink]);
  const own = and(
    eq(links.organizationId, ctx.organization.id),
    eq(links.id, id),
    ofKnownConnection(ctx, links.connectionId),
  );
  const found = await withTx(ctx, async (tx) => {
    await requireManager(tx);
    const { db } = tx;
    const annulled = await db.orm
      .update(links)
      .set({ state: "annulled", sealed: null })
      .where(and(own, ne(links.state, "consumed")))
      .returning({ state: links.state, jobId: links.jobId });
    if (annulled.length > 0) return annulled;
    return db.orm.select({ state: links.state, jobId: links.jobId }).from(links).where(own);
  });
  const [link] = found;
  if (link === undefined) throw validationError([unknownLink]);
  if (link.state === "consumed") throw validationError([usedLink]);
  // In a transaction of its own: a worker holds its job first, and then the link.
  if (link.jobId !== null) await cancelQueued(ctx, link.jobId);
}

/** One answer for a stranger's link and none at all: no oracle. */
const unknownLink: Issue = {
  path: ["enlaceId"],
  code: "invalid_choice",
  message: "Not a link of the organization; take the id from conexiones.enlaces.listar",
};

const usedLink: Issue = {
  path: ["enlaceId"],
  code: "not_allowed",
  message: "The link was used: its connection stays, and an owner can disable that one",
};
