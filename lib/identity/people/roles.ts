import { and, eq } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Role } from "../grants/role-scopes.ts";
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

/** The member who asks, with the role as it is now. Nobody, or another role: `forbidden`. */
export async function requireRole(
  tx: InTransaction<Context>,
  allowed: readonly Role[],
): Promise<Role> {
  const { actor } = tx;
  // The operator of the service acts for an owner.
  if (actor.kind === "operator" || actor.kind === "system") return "owner";
  const found = actor.kind === "member" ? await findMember(tx, actor.id) : null;
  const role = roles.find((known) => known === found?.role);
  if (role !== undefined && allowed.includes(role)) return role;
  throw new AppError("forbidden", {
    details: { reason: `this asks for the role ${allowed.join(" or ")}` },
  });
}

/** Held until the transaction ends, so that what was decided by it still holds then. */
export async function findMember(
  { db, organization }: InTransaction<Context>,
  userId: string,
): Promise<MemberRow | null> {
  const own = and(eq(members.organizationId, organization.id), eq(members.userId, userId));
  const [row] = await db.orm.select().from(members).where(own).for("no key update");
  return row ?? null;
}

export function noSuchMember(): AppError {
  return new AppError("forbidden", { details: { reason: "no such member" } });
}
