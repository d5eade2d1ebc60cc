import { eq } from "drizzle-orm";
import type { Queries } from "#lib/db/database.ts";
import { addMember, type Person } from "./add-member.ts";
import { lockInvitation, type InvitationReader } from "./find-invitation.ts";
import { readInvitationToken } from "./invitation-token.ts";
import { invitations } from "./invitations.sql.ts";

type Acceptance = { kind: "joined"; organizationId: string } | { kind: "closed" | "other_mail" };

/**
 * For a signed-in person whose confirmed mail is the invited one; for anybody else nothing changes.
 * `record` writes the audit record, in the same transaction.
 */
export async function acceptInvitation(
  ctx: InvitationReader,
  token: string,
  person: Person,
  record: (joined: { db: Queries; organizationId: string }) => Promise<void>,
): Promise<Acceptance> {
  const read = readInvitationToken(ctx.secret, token);
  if (read === null) return { kind: "closed" };
  const { organizationId, hashes } = read;
  return ctx.db.transaction(organizationId, async (db): Promise<Acceptance> => {
    const tx = { ...ctx, db };
    const invitation = await lockInvitation(tx, hashes);
    if (invitation === null) return { kind: "closed" };
    if (invitation.email !== person.email) return { kind: "other_mail" };
    await addMember(tx, organizationId, person, { role: invitation.role });
    await db.orm
      .update(invitations)
      .set({ acceptedAt: ctx.clock.now(), acceptedBy: person.userId })
      .where(eq(invitations.id, invitation.id));
    await record({ db, organizationId });
    return { kind: "joined", organizationId };
  });
}
