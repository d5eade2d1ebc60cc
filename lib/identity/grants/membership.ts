import type { Actor } from "#lib/db/actors.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { MemberRights } from "./role-scopes.ts";

/*
 * A member's role is read in two ways. Readers see the role as it is and wait for nobody. Writers
 * lock it until commit, so a change of role waits for them.
 */

const own = `
    select role, can_issue as "canIssue" from members
    where organization_id = $1 and user_id = $2`;

const selectRole: Statement = { name: "identity.role_seen", repeatable: true, text: own };
const selectRoleForShare: Statement = {
  name: "identity.role_held",
  repeatable: true,
  text: `${own} for share`,
};

type Who = Pick<Actor, "kind" | "id">;

/** For reading. Null if the actor is not a member, or not a person. */
export function readMembership(
  tx: InTransaction<Context>,
  actor: Who,
): Promise<MemberRights | null> {
  return find(tx, actor, selectRole);
}

/** For decisions and writes. Null if the actor is not a member, or not a person. */
export function lockMembership(
  tx: InTransaction<Context>,
  actor: Who,
): Promise<MemberRights | null> {
  return find(tx, actor, selectRoleForShare);
}

async function find(
  { db, organization }: InTransaction<Context>,
  { kind, id }: Who,
  statement: Statement,
): Promise<MemberRights | null> {
  if (kind !== "member") return null;
  const [row] = await db.run<MemberRights>(statement, [organization.id, id]);
  return row ?? null;
}
