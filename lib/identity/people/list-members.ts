import { asc, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { members } from "../identity.sql.ts";
import { requireReader, roles, type Role } from "./roles.ts";

export interface Member {
  userId: string;
  name: string | null;
  /** Of others, for owners and admins alone. */
  email: string | null;
  role: Role;
  canIssue: boolean;
  since: Date;
  lastSeenAt: Date | null;
  /** Changes with what a form can change. */
  version: string;
}

/** What is changed together, as one word. */
export function memberVersion({ role, canIssue }: { role: string; canIssue: boolean }): string {
  return `${role}.${canIssue ? "issues" : "plain"}`;
}

/** The people of the organization, for each of them, who came first on top. */
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
      role: role as Role,
      canIssue,
      since: createdAt,
      lastSeenAt,
      version: memberVersion({ role, canIssue }),
    }));
  });
}
