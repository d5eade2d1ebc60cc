import { and, eq } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { queueMail } from "#lib/notices/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { lockOrganization } from "../bounds.ts";
import { endGrantsOfMember } from "../grants/end-grant.ts";
import { members } from "../identity.sql.ts";
import { organizationName } from "../organizations.ts";
import { memberVersion } from "./list-members.ts";
import { endInvitationsOf } from "./open-invitations.ts";
import {
  findMember,
  noSuchMember,
  requireRole,
  roleNames,
  roles,
  type MemberRow,
  type Role,
} from "./roles.ts";

export type MembersContext = Context & { vault: Vault };
type Tx = InTransaction<MembersContext>;

interface MemberRights {
  role: Role;
  canIssue: boolean;
}

interface Changed {
  kind: "changed" | "stale";
}

interface MemberChange {
  role?: Role | undefined;
  canIssue?: boolean | undefined;
  /** The version that was shown; without it the present state is changed, whatever it is. */
  version?: string | undefined;
}

/**
 * Sets another role, or permission to have documents issued. Effective from the next call on, also
 * for people they invited.
 */
export async function changeMember(
  ctx: MembersContext,
  userId: string,
  change: MemberChange,
): Promise<Changed> {
  const [changed, left] = await withTx(ctx, async (tx): Promise<[Changed, MemberRights | null]> => {
    const member = await memberToChange(tx, userId, change.role);
    const { version = memberVersion(member) } = change;
    if (version !== memberVersion(member)) return [{ kind: "stale" }, null];
    const now = rightsOf(member);
    const after = { role: change.role ?? now.role, canIssue: change.canIssue ?? now.canIssue };
    await setRights(tx, member, after);
    return [{ kind: "changed" }, isSame(lower(now, after), now) ? null : after];
  });
  const { id: organization } = ctx.organization;
  if (left !== null) {
    logDone(ctx.log, { act: "member.lowered", subject: userId, organization, left });
  }
  return changed;
}

/** For a restored database: takes from a member what they may no longer do. */
export async function lowerMember(
  ctx: MembersContext,
  userId: string,
  left: MemberRights,
): Promise<void> {
  await withTx(ctx, async (tx) => {
    const member = await memberToChange(tx, userId);
    await setRights(tx, member, lower(rightsOf(member), left));
  });
}

async function setRights(tx: Tx, member: MemberRow, { role, canIssue }: MemberRights) {
  if (isSame({ role, canIssue }, rightsOf(member))) return;
  const { userId } = member;
  if (role !== "owner") await keepAnOwner(tx, member);
  await endInvitationsOf(tx, userId, role);
  await tx.db.orm.update(members).set({ role, canIssue }).where(isMember(tx, userId));
  const issuing = role === "member" && canIssue ? ", y puedes confirmar documentos" : "";
  await tellMember(tx, member, `Ahora eres ${roleNames[role]}${issuing}.`);
}

function rightsOf({ role, canIssue }: MemberRow): MemberRights {
  return { role, canIssue };
}

/** The lower role of the two, and to have documents issued only if both allow it. */
function lower(one: MemberRights, other: MemberRights): MemberRights {
  const [role] = [one.role, other.role].toSorted((a, b) => roles.indexOf(b) - roles.indexOf(a));
  return { role: role ?? one.role, canIssue: one.canIssue && other.canIssue };
}

function isSame(one: MemberRights, other: MemberRights): boolean {
  return one.role === other.role && one.canIssue === other.canIssue;
}

/** Ends what they allowed agents here, and their invitations. API keys outlive their makers. */
export async function removeMember(ctx: MembersContext, userId: string): Promise<void> {
  await withTx(ctx, async (tx) => {
    const isLeaving = tx.actor.kind === "member" && tx.actor.id === userId;
    const member = isLeaving ? await ownRow(tx) : await memberToChange(tx, userId);
    await keepAnOwner(tx, member);
    await endGrantsOfMember(tx, userId);
    // Before their row goes: accepting an invitation locks the invitation first.
    await endInvitationsOf(tx, userId, null);
    await tx.db.orm.delete(members).where(isMember(tx, userId));
    if (!isLeaving) await tellMember(tx, member, "Ya no participas en ella.");
  });
  const { id: organization } = ctx.organization;
  logDone(ctx.log, { act: "member.removed", subject: userId, organization });
}

/** Only owners may make, change or remove owners. */
async function memberToChange(tx: Tx, userId: string, to?: Role): Promise<MemberRow> {
  // Before any member's row: of two who change each other, one waits here.
  await lockOrganization(tx, tx.organization.id);
  const asker = await requireRole(tx, ["owner", "admin"]);
  const member = await findMember(tx, userId);
  if (member === null) throw noSuchMember();
  if (asker !== "owner" && (member.role === "owner" || to === "owner")) {
    throw new AppError("forbidden", { details: { reason: "owners are for owners to change" } });
  }
  return member;
}

async function ownRow(tx: Tx): Promise<MemberRow> {
  await lockOrganization(tx, tx.organization.id);
  await requireRole(tx, roles);
  const member = await findMember(tx, tx.actor.id);
  if (member === null) throw noSuchMember();
  return member;
}

/**
 * Under the organization's lock: of two owners who leave at once, the second finds itself the last.
 */
async function keepAnOwner(tx: Tx, { role }: MemberRow): Promise<void> {
  if (role !== "owner") return;
  const own = eq(members.organizationId, tx.organization.id);
  const owners = await tx.db.orm.$count(members, and(own, eq(members.role, "owner")));
  if (owners > 1) return;
  const reason = "an organization has an owner: make another member one first";
  throw new AppError("forbidden", { details: { reason, bound: "last_owner" } });
}

async function tellMember(tx: Tx, { email }: MemberRow, change: string): Promise<void> {
  const organizationId = tx.organization.id;
  const organization = await organizationName(tx.db, organizationId);
  const content = { kind: "member_changed", organization, change } as const;
  await queueMail(tx, { organizationId, to: email, content });
}

function isMember({ organization }: Tx, userId: string) {
  return and(eq(members.organizationId, organization.id), eq(members.userId, userId));
}
