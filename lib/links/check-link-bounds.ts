import { and, eq, gt } from "drizzle-orm";
import { linkMinutes } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { bounds, lockOrganization } from "#lib/identity/index.ts";
import { dayMs, minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { isChallenge } from "./challenge-token.ts";
import { stateAt } from "./link-state.ts";
import { links } from "./links.sql.ts";

/** No link lives longer, so an older one is not open. */
const longestMs = linkMinutes.most * minuteMs;

/**
 * Throws `rate_limited` when the organization has as many links as allowed. One caller at a time.
 * Links that the service opens for refused calls do not count: agents' calls would use up the links
 * of the people who make them.
 */
export async function checkLinkBounds(
  tx: InTransaction<Context & { secret: ServiceSecret }>,
): Promise<void> {
  await lockOrganization(tx, tx.organization.id);
  const now = tx.clock.now();
  const made = await linksOf(tx, now);
  const ofDay = made.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - dayMs);
  if (ofDay.length >= bounds.linksPerDay) {
    const first = ofDay.map(({ createdAt }) => createdAt);
    throw tooMany("links_per_day", bounds.linksPerDay, secondsTo(first, dayMs, now));
  }
  const open = made.filter(({ state }) => state === "abierto" || state === "verificando");
  if (open.length >= bounds.openLinks) {
    const fix = { tool_id: "conexiones.enlaces.listar", input: { estado: "abierto" } };
    const ends = open.map(({ expiresAt }) => expiresAt);
    throw tooMany("open_links", bounds.openLinks, secondsTo(ends, 0, now), { fix });
  }
}

/** All that may be open, except challenges. */
async function linksOf(
  { db, organization, secret }: Parameters<typeof checkLinkBounds>[0],
  now: Date,
) {
  const { id, tokenHash, createdAt, expiresAt } = links;
  const rows = await db.orm
    .select({ id, tokenHash, createdAt, expiresAt, state: stateAt(now) })
    .from(links)
    .where(
      and(
        eq(links.organizationId, organization.id),
        gt(links.createdAt, new Date(now.getTime() - longestMs)),
      ),
    );
  return rows.filter((row) => !isChallenge(secret, row));
}

function tooMany(
  bound: "links_per_day" | "open_links",
  limit: number,
  retryAfterSeconds: number,
  more: { fix?: object } = {},
): AppError {
  return new AppError("rate_limited", { details: { bound, limit, retryAfterSeconds, ...more } });
}

/** Seconds until the oldest of these instants is past the given lifetime. */
function secondsTo(instants: readonly Date[], lifeMs: number, now: Date): number {
  const first = Math.min(...instants.map((instant) => instant.getTime()));
  return Math.max(1, Math.ceil((first + lifeMs - now.getTime()) / 1000));
}
