import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Queries, Statement } from "#lib/db/database.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { invitations } from "./invitations.sql.ts";
import { roles, type Role } from "./roles.ts";

type Tx = InTransaction<Context>;

/** The roles that may invite somebody with this role. Only owners may invite owners. */
export function invitersOf(role: Role): Role[] {
  return role === "owner" ? ["owner"] : ["owner", "admin"];
}

export function isOpenInvitation({ organization, clock }: Pick<Tx, "organization" | "clock">) {
  return and(
    eq(invitations.organizationId, organization.id),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, clock.now()),
  );
}

/**
 * Invalidates the invitations that a person could not send with their new role (null: removed):
 * they could come back through an invitation to another mail of theirs.
 */
export async function endInvitationsOf(tx: Tx, userId: string, role: Role | null): Promise<void> {
  const ended = roles.filter((to) => role === null || !invitersOf(to).includes(role));
  if (ended.length === 0) return;
  await tx.db.orm
    .update(invitations)
    .set({ revokedAt: tx.clock.now() })
    .where(
      and(
        isOpenInvitation(tx),
        eq(invitations.invitedBy, userId),
        inArray(invitations.role, ended),
      ),
    );
}

const drop: Statement = {
  name: "people.drop_invitations",
  repeatable: true,
  text: "delete from invitations where coalesce(accepted_at, revoked_at, expires_at) < $1",
};

export async function dropInvitations(db: Queries, before: Date): Promise<void> {
  await db.run(drop, [before]);
}
