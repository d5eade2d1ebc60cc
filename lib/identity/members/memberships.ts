import type { SystemContext } from "#lib/db/context.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import type { PlanName } from "../plans.ts";
import type { Role } from "./roles.ts";

export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
  canIssue: boolean;
}

/** A person as a member of the organization. */
export interface MemberHere extends Membership {
  /** When the organization is to be erased; null if no owner has asked for that. */
  deletesAt: Date | null;
  plan: PlanName;
}

/** The only question about a person that bypasses the policies. */
const findMemberships: Statement = {
  name: "people.memberships",
  repeatable: true,
  text: `
    select organization_id as "organizationId", organization_name as "organizationName", role,
      can_issue as "canIssue"
    from find_memberships($1)`,
};

/** Every organization of a person, by name. */
export async function listMemberships(
  ctx: { db: Pick<Queries, "run"> },
  userId: string,
): Promise<Membership[]> {
  return ctx.db.run<Membership>(findMemberships, [userId]);
}

const organizationId = idPattern("org");
const seenEveryMs = 5 * minuteMs;

const findOne: Statement = {
  name: "people.membership",
  repeatable: true,
  text: `
    select m.organization_id as "organizationId", o.name as "organizationName", m.role,
      m.can_issue as "canIssue", o.deletes_at as "deletesAt", o.plan,
      coalesce(m.last_seen_at < $3, true) as "isUnseen"
    from members m join organizations o on o.id = m.organization_id
    where m.organization_id = $1 and m.user_id = $2`,
};

/** Skips a row that somebody is changing: opening a page waits for nobody. */
const noteSeen: Statement = {
  name: "people.seen",
  repeatable: true,
  text: `
    with unseen as (
      select user_id from members
      where organization_id = $1 and user_id = $2 and coalesce(last_seen_at < $3, true)
      for no key update skip locked
    )
    update members set last_seen_at = $4
    where organization_id = $1 and user_id = (select user_id from unseen)`,
};

/** Null for a non-member, and for an organization that does not exist. Records the visit. */
export async function findMembership(
  ctx: SystemContext,
  organization: string,
  userId: string,
): Promise<MemberHere | null> {
  if (!organizationId.test(organization)) return null;
  return ctx.db.transaction(organization, async (db) => {
    const now = ctx.clock.now();
    const stale = new Date(now.getTime() - seenEveryMs);
    const who = [organization, userId, stale];
    const [row] = await db.run<MemberHere & { isUnseen: boolean }>(findOne, who);
    if (row === undefined) return null;
    const { isUnseen, ...membership } = row;
    if (isUnseen) await db.run(noteSeen, [...who, now]);
    return membership;
  });
}
