import { asc, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { members } from "../identity.sql.ts";
import { requireReader, roles, type Role } from "./roles.ts";

export interface Member {
  userId: string;
  name: string | null;
  /** Only owners and admins see those of others. */
  email: string | null;
  role: Role;
  canIssue: boolean;
  since: Date;
  lastSeenAt: Date | null;
  /** Changes with everything that a form can change. */
  version: string;
}

/** What a form changes together, as one text. */
export function memberVersion({ role, canIssue }: { role: string; canIssue: boolean }): string {
  return `${role}.${canIssue ? "issues" : "plain"}`;
}

/** The organization's people, visible to each of them, earliest member first. */
export async function listMembers(ctx: Context): Promise<Member[]> {
  return withTx(ctx, async (tx) => {
    const asker = await requireReader(tx, roles);
    const seesMails = asker !== "member";
    const rows = await tx.db.orm
      .select()
      .from(members)
      .where(eq(members.organizationId, ctx.organization.id))
      .orderBy(asc(members.createdAt), asc(members.userId));
    return rows.map(({ userId, name, email, role, canIssue, createdAt, lastSeenAt }) => ({
      userId,
      name,
      email: seesMails || userId === ctx.actor.id ? email : null,
      role,
      canIssue,
      since: createdAt,
      lastSeenAt,
      version: memberVersion({ role, canIssue }),
    }));
  });
}
