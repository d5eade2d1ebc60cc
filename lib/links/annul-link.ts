import { and, eq, ne } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { requireManager } from "#lib/identity/index.ts";
import { cancelQueued } from "#lib/jobs/index.ts";
import { validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { links } from "./links.sql.ts";

/**
 * Ends a link. What was typed is deleted at once: a login that has not started is not made, and a
 * running one stores nothing. Annulling twice changes nothing more.
 */
export async function annulLink(ctx: Context, id: string): Promise<void> {
  if (!idPattern("cs").test(id)) throw validationError([unknownLink]);
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
  // In its own transaction: a worker locks its job first, and then the link.
  if (link.jobId !== null) await cancelQueued(ctx, link.jobId);
}

/** Another organization's link gets the same answer as none, so that it reveals nothing. */
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
