import type { Actor } from "#lib/db/actors.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { Membership } from "./role-scopes.ts";

/*
 * A member's role is asked for in one of two ways. Who reads a page sees it as it is and waits for
 * nobody; what is written by it holds it until it is committed, and a change of the role waits for that.
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

/** To read by. Null for who is no member, and for everybody who is no person. */
export function readMembership(tx: InTransaction<Context>, actor: Who): Promise<Membership | null> {
  return find(tx, actor, selectRole);
}

/** To decide and write by. Null for who is no member, and for everybody who is no person. */
export function lockMembership(tx: InTransaction<Context>, actor: Who): Promise<Membership | null> {
  return find(tx, actor, selectRoleForShare);
}

async function find(
  { db, organization }: InTransaction<Context>,
  { kind, id }: Who,
  statement: Statement,
): Promise<Membership | null> {
  if (kind !== "member") return null;
  const [row] = await db.run<Membership>(statement, [organization.id, id]);
  return row ?? null;
}
