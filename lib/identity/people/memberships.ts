import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { members, organizations } from "../identity.sql.ts";
import type { Role } from "./roles.ts";

export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
  canIssue: boolean;
}

const columns = {
  organizationId: members.organizationId,
  organizationName: organizations.name,
  role: members.role,
  canIssue: members.canIssue,
};

/** The one question that a person is asked past the walls. */
const findMemberships: Statement = {
  name: "people.memberships",
  repeatable: true,
  text: `
    select organization_id as "organizationId", organization_name as "organizationName", role,
      can_issue as "canIssue"
    from find_memberships($1)`,
};

/** Every organization of a person, by name. */
export async function listMemberships(ctx: SystemContext, userId: string): Promise<Membership[]> {
  return ctx.db.run<Membership>(findMemberships, [userId]);
}

const organizationId = idPattern("org");
const seenEveryMs = 5 * 60_000;

/** Null for who is no member, and for an organization that does not exist. Notes that they were here. */
export async function findMembership(
  ctx: SystemContext,
  organization: string,
  userId: string,
): Promise<Membership | null> {
  if (!organizationId.test(organization)) return null;
  return ctx.db.transaction(organization, async ({ orm }) => {
    const own = and(eq(members.organizationId, organization), eq(members.userId, userId));
    const now = ctx.clock.now();
    const stale = new Date(now.getTime() - seenEveryMs);
    const [row] = await orm
      .select({ ...columns, lastSeenAt: members.lastSeenAt })
      .from(members)
      .innerJoin(organizations, eq(organizations.id, members.organizationId))
      .where(own);
    if (row === undefined) return null;
    const { lastSeenAt, ...membership } = row;
    if (lastSeenAt === null || lastSeenAt < stale) {
      const unseen = or(isNull(members.lastSeenAt), lt(members.lastSeenAt, stale));
      await orm.update(members).set({ lastSeenAt: now }).where(and(own, unseen));
    }
    return { ...membership, role: membership.role as Role };
  });
}
