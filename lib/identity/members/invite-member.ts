import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { withTx, type InTransaction } from "#lib/db/context.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { queueMail } from "#lib/notices/index.ts";
import { bounds, lockOrganization } from "../bounds.ts";
import { members } from "../identity.sql.ts";
import type { MembersContext } from "./change-member.ts";
import { makeInvitationLink, type LinkContext } from "./invitation-link.ts";
import { MailAddress } from "../mail-address.ts";
import { invitersOf, isOpenInvitation } from "./open-invitations.ts";
import { invitations } from "./invitations.sql.ts";
import { requireRole, roleNames, roles, type Role } from "./roles.ts";
import { tally, type TallyLimit } from "../tally.ts";

export type InvitationContext = MembersContext & LinkContext;
type Tx = InTransaction<InvitationContext>;

const toOne: TallyLimit = {
  what: "invitations_to_one",
  windowMs: hourMs,
  most: bounds.invitationsToOne,
};
const ofOrganization: TallyLimit = {
  what: "invitations_per_day",
  windowMs: 24 * hourMs,
  most: bounds.invitationsPerDay,
};

const NewInvitation = z.strictObject({ email: MailAddress, role: z.enum(roles) });

interface Invited {
  id: string;
  url: string;
  mailId: string;
}

/**
 * Mails a link that exists only in that mail. For one address, only the newest invitation is open.
 */
export async function inviteMember(
  ctx: InvitationContext,
  input: z.input<typeof NewInvitation>,
): Promise<Invited> {
  const { email, role } = NewInvitation.parse(input);
  return withTx(ctx, async (tx) => {
    await lockOrganization(tx, ctx.organization.id);
    await requireInviter(tx, role);
    await requireNoMember(tx, email);
    const sameMail = eq(invitations.email, email);
    await tx.db.orm
      .update(invitations)
      .set({ revokedAt: tx.clock.now() })
      .where(and(isOpenInvitation(tx), sameMail));
    await checkInvitationBound(tx);
    return makeInvitation(tx, email, role);
  });
}

/** Sends it again, valid for another week: the link of the earlier mail no longer works. */
export async function resendInvitation(ctx: InvitationContext, id: string): Promise<Invited> {
  return withTx(ctx, async (tx) => {
    const { email, role } = await withdraw(tx, id);
    return makeInvitation(tx, email, role);
  });
}

export async function revokeInvitation(ctx: InvitationContext, id: string): Promise<void> {
  await withTx(ctx, (tx) => withdraw(tx, id));
}

async function withdraw(tx: Tx, id: string): Promise<{ email: string; role: Role }> {
  await lockOrganization(tx, tx.organization.id);
  const [found] = await tx.db.orm
    .select()
    .from(invitations)
    .where(and(isOpenInvitation(tx), eq(invitations.id, id)))
    .for("update");
  await requireInviter(tx, found?.role ?? "member");
  if (found === undefined) {
    throw new AppError("forbidden", { details: { reason: "no such open invitation" } });
  }
  await tx.db.orm
    .update(invitations)
    .set({ revokedAt: tx.clock.now() })
    .where(eq(invitations.id, id));
  return found;
}

async function makeInvitation(tx: Tx, email: string, role: Role): Promise<Invited> {
  await countMail(tx, ofOrganization, tx.secret.hash("form", tx.organization.id));
  await countMail(tx, toOne, tx.secret.hash("mail-address", email));
  const { id, ...link } = await makeInvitationLink(tx, email, role);
  const content = { kind: "invitation", role: roleNames[role], ...link } as const;
  const mailId = await queueMail(tx, { organizationId: tx.organization.id, to: email, content });
  return { id, url: link.url, mailId };
}

/** Every invitation mails somebody who may know nobody here, so withdrawn ones count too. */
async function countMail(tx: Tx, limit: TallyLimit, subject: Buffer): Promise<void> {
  const now = tx.clock.now();
  const { isOver, until } = await tally(tx.db, limit, subject, now);
  if (!isOver) return;
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  const details = { bound: limit.what, limit: limit.most, retryAfterSeconds };
  throw new AppError("rate_limited", { details });
}

async function requireInviter(tx: Tx, role: Role): Promise<void> {
  await requireRole(tx, invitersOf(role));
}

async function requireNoMember(tx: Tx, email: string): Promise<void> {
  const same = and(eq(members.organizationId, tx.organization.id), eq(members.email, email));
  if ((await tx.db.orm.$count(members, same)) === 0) return;
  const reason = "this mail address is a member's already";
  throw new AppError("forbidden", { details: { reason, bound: "already_member" } });
}

async function checkInvitationBound(tx: Tx): Promise<void> {
  const limit = bounds.openInvitations;
  if ((await tx.db.orm.$count(invitations, isOpenInvitation(tx))) < limit) return;
  const reason = `an organization has at most ${limit} open invitations: withdraw one first`;
  throw new AppError("forbidden", { details: { reason, limit, bound: "open_invitations" } });
}
