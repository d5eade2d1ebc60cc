import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { lockMembership } from "./membership.ts";
import { mayIssue, type MemberRights } from "./role-scopes.ts";

type Tx = InTransaction<Context>;

/**
 * Among people, only owners and admins may do this, by their present role, themselves or through an
 * agent. A key's scope was checked before, and the service itself may do it.
 */
export function requireManager(tx: Tx): Promise<void> {
  return requirePerson(
    tx,
    ({ role }) => role !== "member",
    "this asks for the role owner or admin",
  );
}

/**
 * Among people, only those who may issue documents, themselves or through an agent; otherwise as
 * above.
 */
export function requireMayIssue(tx: Tx): Promise<void> {
  return requirePerson(tx, mayIssue, "this asks for a person who may issue documents");
}

async function requirePerson(
  tx: Tx,
  may: (membership: MemberRights) => boolean,
  reason: string,
): Promise<void> {
  const { kind, id, onBehalfOf } = tx.actor;
  if (kind !== "member" && kind !== "oauth") return;
  const person = kind === "oauth" ? onBehalfOf : id;
  const membership =
    person === null ? null : await lockMembership(tx, { kind: "member", id: person });
  if (membership !== null && may(membership)) return;
  throw new AppError("forbidden", { details: { reason } });
}
