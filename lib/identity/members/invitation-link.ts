import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { organizationName } from "../organizations.ts";
import { hashInvitationToken, newInvitationToken } from "./invitation-token.ts";
import { MailAddress } from "../mail-address.ts";
import { invitations } from "./invitations.sql.ts";
import type { Role } from "./roles.ts";

export type LinkContext = Context & { secret: ServiceSecret; baseUrl: string };

export const invitationLifeMs = 7 * dayMs;

interface InvitationLink {
  id: string;
  url: string;
  organization: string;
  expiresAt: Date;
}

/** An open invitation. Its link is only in this answer. */
export async function makeInvitationLink(
  { db, clock, actor, secret, baseUrl, organization }: InTransaction<LinkContext>,
  email: string,
  role: Role,
): Promise<InvitationLink> {
  const organizationId = organization.id;
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + invitationLifeMs);
  const id = newId("inv", createdAt);
  const token = newInvitationToken(organizationId);
  const tokenHash = hashInvitationToken(secret, token);
  const invitedBy = actor.kind === "member" ? actor.id : null;
  const row = { id, organizationId, email, role, tokenHash, invitedBy, createdAt, expiresAt };
  await db.orm.insert(invitations).values(row);
  const name = await organizationName(db, organizationId);
  const url = `${baseUrl}/dashboard/invitaciones/${token}`;
  return { id, url, organization: name, expiresAt };
}

/**
 * For the operator: invites the owner of an organization without members. The link is passed on by
 * hand.
 */
export async function inviteFirstOwner(ctx: LinkContext, mail: string): Promise<{ url: string }> {
  const email = MailAddress.parse(mail);
  const { url } = await withTx(ctx, (tx) => makeInvitationLink(tx, email, "owner"));
  return { url };
}
