import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { linkMinutes } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { bounds, lockOrganization } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { stateAt } from "./link-state.ts";
import { links } from "./links.sql.ts";

const dayMs = 24 * 3_600_000;
/** No link lives longer, so an older one is not open. */
const longestMs = linkMinutes.most * 60_000;

/** Throws `rate_limited` when the organization has as many links as it may. One caller at a time. */
export async function checkLinkBounds(tx: InTransaction<Context>): Promise<void> {
  const now = tx.clock.now();
  const dayAgo = new Date(now.getTime() - dayMs);
  await lockOrganization(tx, tx.organization.id);
  const isOpen = inArray(stateAt(now), ["abierto", "verificando"]);
  const isOfDay = gt(links.createdAt, dayAgo);
  const [made] = await tx.db.orm
    .select({
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
      firstToEnd: sql<Date | null>`min(${links.expiresAt}) filter (where ${isOpen})`.mapWith(
        links.expiresAt,
      ),
      ofDay: sql<number>`count(*) filter (where ${isOfDay})::int`,
      firstOfDay: sql<Date | null>`min(${links.createdAt}) filter (where ${isOfDay})`.mapWith(
        links.createdAt,
      ),
    })
    .from(links)
    .where(
      and(
        eq(links.organizationId, tx.organization.id),
        gt(links.createdAt, new Date(now.getTime() - longestMs)),
      ),
    );
  if (made === undefined) return;
  const { open, firstToEnd, ofDay, firstOfDay } = made;
  if (ofDay >= bounds.linksPerDay) {
    throw tooMany("links_per_day", bounds.linksPerDay, secondsTo(firstOfDay, dayMs, now));
  }
  if (open >= bounds.openLinks) {
    const fix = { tool_id: "conexiones.enlaces.listar", input: { estado: "abierto" } };
    throw tooMany("open_links", bounds.openLinks, secondsTo(firstToEnd, 0, now), { fix });
  }
}

function tooMany(
  bound: "links_per_day" | "open_links",
  limit: number,
  retryAfterSeconds: number,
  more: { fix?: object } = {},
): AppError {
  return new AppError("rate_limited", { details: { bound, limit, retryAfterSeconds, ...more } });
}

function secondsTo(instant: Date | null, lifeMs: number, now: Date): number {
  const waitMs = (instant?.getTime() ?? now.getTime()) + lifeMs - now.getTime();
  return Math.max(1, Math.ceil(waitMs / 1000));
}
