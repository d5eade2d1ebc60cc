import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { bounds, connectionLimitOf, lockOrganization } from "../bounds.ts";
import { organizations } from "../identity.sql.ts";
import { grants } from "./grants.sql.ts";
import { notePastEnds } from "./past-ends.ts";
import { mayGrant } from "./role-scopes.ts";
import { lockMembership } from "./membership.ts";
import { idleMs, longestMs } from "./terms.ts";

export interface AgentConsent {
  client: {
    id: string;
    name: string;
    /** Null for a client that registered itself. */
    host: string | null;
    verified: boolean;
  };
  redirectHost: string;
  scopes: readonly string[];
  /** Null means all of the organization's connections. */
  connections: readonly string[] | null;
}

/**
 * The grant of the acting person, in the transaction of their consent. A person has one active
 * grant per client and organization: a further consent changes it, wider or narrower.
 */
export async function recordConsent(
  tx: InTransaction<Context>,
  { client, redirectHost, ...consent }: AgentConsent,
): Promise<{ id: string }> {
  const organizationId = tx.organization.id;
  const userId = tx.actor.id;
  const connections = connectionLimitOf(consent.connections);
  const scopes = [...new Set(consent.scopes)];
  await lockOrganization(tx, organizationId);
  await requireKept(tx);
  await requireGrantable(tx, scopes);
  const own = and(
    eq(grants.organizationId, organizationId),
    eq(grants.userId, userId),
    eq(grants.clientId, client.id),
  );
  await notePastEnds(tx, own);
  await checkGrantBound(tx, client.id);
  const now = tx.clock.now();
  const given = {
    clientName: client.name,
    clientHost: client.host,
    clientVerified: client.verified,
    redirectHost,
    scopes,
    connections,
    consentedAt: now,
    idleEndsAt: new Date(now.getTime() + idleMs),
    endsAt: new Date(now.getTime() + longestMs),
  };
  const [grant] = await tx.db.orm
    .insert(grants)
    .values({ id: newId("grt", now), organizationId, userId, clientId: client.id, ...given })
    .onConflictDoUpdate({
      target: [grants.organizationId, grants.userId, grants.clientId],
      targetWhere: isNull(grants.endedAt),
      set: given,
    })
    .returning({ id: grants.id });
  if (grant === undefined) throw new TypeError("a consent without its grant");
  return grant;
}

/** Nobody acts for an organization that is about to be deleted. */
async function requireKept({ db, organization }: InTransaction<Context>): Promise<void> {
  const [row] = await db.orm
    .select({ deletesAt: organizations.deletesAt })
    .from(organizations)
    .where(eq(organizations.id, organization.id));
  if (row?.deletesAt === null) return;
  throw new AppError("forbidden", {
    details: { reason: "the organization waits for its deletion" },
  });
}

/** A page may have offered more than the person may give by now. */
async function requireGrantable(tx: InTransaction<Context>, scopes: string[]): Promise<void> {
  const membership = await lockMembership(tx, tx.actor);
  const beyond =
    membership === null ? scopes : scopes.filter((scope) => !mayGrant(membership, scope));
  if (membership !== null && beyond.length === 0) return;
  const reason = "the person may not let an agent do this";
  throw new AppError("forbidden", { details: { reason, scopes: beyond } });
}

async function checkGrantBound(tx: InTransaction<Context>, clientId: string): Promise<void> {
  const { organizationId, userId, endedAt } = grants;
  const active = await tx.db.orm.$count(
    grants,
    and(
      eq(organizationId, tx.organization.id),
      isNull(endedAt),
      // The grant that this consent would change does not count.
      sql`not (${and(eq(userId, tx.actor.id), eq(grants.clientId, clientId))})`,
    ),
  );
  const limit = bounds.activeGrants;
  if (active < limit) return;
  const reason = `an organization has at most ${limit} active grants: end one first`;
  throw new AppError("forbidden", { details: { reason, limit } });
}
