import { and, eq, inArray, isNull } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { organizations } from "../identity.sql.ts";
import { maskedMail } from "../mail-address.ts";
import { readInvitationToken } from "./invitation-token.ts";
import { invitations } from "./invitations.sql.ts";
import type { Role } from "./roles.ts";

export type InvitationReader = SystemContext & { secret: ServiceSecret };

export interface OpenInvitation {
  id: string;
  organization: { id: string; name: string };
  email: string;
  role: Role;
  expiresAt: Date;
}

/**
 * Where an invitation's link leads. Used, withdrawn, expired and unknown look the same to
 * everybody.
 */
type FoundInvitation =
  | { kind: "open"; invitation: OpenInvitation; maskedMail: string }
  | { kind: "closed" };

export async function findInvitation(
  ctx: InvitationReader,
  token: string,
): Promise<FoundInvitation> {
  const invitation = await openInvitation(ctx, token);
  if (invitation === null) return { kind: "closed" };
  return { kind: "open", invitation, maskedMail: maskedMail(invitation.email) };
}

export async function openInvitation(
  ctx: InvitationReader,
  token: string,
): Promise<OpenInvitation | null> {
  const read = readInvitationToken(ctx.secret, token);
  if (read === null) return null;
  return ctx.db.transaction(read.organizationId, (db) =>
    lockInvitation({ ...ctx, db }, read.hashes),
  );
}

/** The row stays locked until the transaction ends: it is accepted once. */
export async function lockInvitation(
  { db, clock }: Pick<InTransaction<SystemContext>, "db" | "clock">,
  hashes: Buffer[],
): Promise<OpenInvitation | null> {
  const [row] = await db.orm
    .select({ invitation: invitations, name: organizations.name })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(inArray(invitations.tokenHash, hashes), isNull(organizations.deletesAt)))
    .for("update", { of: invitations });
  if (row === undefined) return null;
  const { id, organizationId, email, role, expiresAt, acceptedAt, revokedAt } = row.invitation;
  if (acceptedAt !== null || revokedAt !== null || expiresAt <= clock.now()) return null;
  return { id, organization: { id: organizationId, name: row.name }, email, role, expiresAt };
}
