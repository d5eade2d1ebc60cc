import { and, eq } from "drizzle-orm";
import type { Actor } from "#lib/db/actors.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { members } from "../identity.sql.ts";
import type { Role, Membership } from "./role-scopes.ts";

/**
 * What the signed-in person may do in the organization of the context, held until the transaction
 * ends. Null for who is no member, and for everybody who is no person: an agent, a link, the system.
 */
export async function membershipOf(
  tx: InTransaction<Context>,
  { kind, id }: Pick<Actor, "kind" | "id">,
): Promise<Membership | null> {
  if (kind !== "member") return null;
  const [row] = await tx.db.orm
    .select({ role: members.role, canIssue: members.canIssue })
    .from(members)
    .where(and(eq(members.organizationId, tx.organization.id), eq(members.userId, id)))
    .for("share");
  return row === undefined ? null : { role: row.role as Role, canIssue: row.canIssue };
}
