import { and, desc, eq, isNull } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { invitations } from "./invitations.sql.ts";
import { requireReader, type Role } from "./roles.ts";

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  isExpired: boolean;
}

/**
 * Invitations that nobody accepted or withdrew, newest first. Only owners and admins see addresses.
 */
export async function listInvitations(ctx: Context): Promise<Invitation[]> {
  const now = ctx.clock.now();
  return withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    const rows = await tx.db.orm
      .select()
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, ctx.organization.id),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .orderBy(desc(invitations.createdAt))
      .limit(200);
    return rows.map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      createdAt,
      expiresAt,
      isExpired: expiresAt <= now,
    }));
  });
}
