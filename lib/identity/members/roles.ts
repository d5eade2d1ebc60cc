import { and, eq } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { lockMembership, readMembership } from "../grants/membership.ts";
import type { MemberRights, Role } from "../grants/role-scopes.ts";
import { members } from "../identity.sql.ts";

export type { Role } from "../grants/role-scopes.ts";

export const roles = ["owner", "admin", "member"] as const satisfies readonly Role[];

/** As mails and pages call them. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: "dueño",
  admin: "administrador",
  member: "miembro",
};

export type MemberRow = typeof members.$inferSelect;

type Tx = InTransaction<Context>;
type Ask = (tx: Tx, actor: Tx["actor"]) => Promise<MemberRights | null>;

/** The actor's role, locked until the transaction ends. With any other role: `forbidden`. */
export function requireRole(tx: Tx, allowed: readonly Role[]): Promise<Role> {
  return requireOneOf(tx, allowed, lockMembership);
}

/**
 * For reading only: the actor's role as it is now, even while somebody changes it. With any other
 * role: `forbidden`.
 */
export function requireReader(tx: Tx, allowed: readonly Role[]): Promise<Role> {
  return requireOneOf(tx, allowed, readMembership);
}

async function requireOneOf(tx: Tx, allowed: readonly Role[], ask: Ask): Promise<Role> {
  const { actor } = tx;
  // The service's operator acts for an owner.
  if (actor.kind === "operator" || actor.kind === "system") return "owner";
  const membership = await ask(tx, actor);
  if (membership !== null && allowed.includes(membership.role)) return membership.role;
  throw new AppError("forbidden", {
    details: { reason: `this asks for the role ${allowed.join(" or ")}` },
  });
}

/** For a change: locked until the transaction ends. */
export async function findMember(
  { db, organization }: Tx,
  userId: string,
): Promise<MemberRow | null> {
  const own = and(eq(members.organizationId, organization.id), eq(members.userId, userId));
  const [row] = await db.orm.select().from(members).where(own).for("no key update");
  return row ?? null;
}

export function noSuchMember(): AppError {
  return new AppError("forbidden", { details: { reason: "no such member" } });
}
