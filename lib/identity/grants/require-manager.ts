import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { lockMembership } from "./membership.ts";
import { mayIssue, type Membership } from "./role-scopes.ts";

type Tx = InTransaction<Context>;

/**
 * Of people, owners and admins alone do this, by the role they have now, themselves or by an agent.
 * A key was asked for its scope before it got here, and the service itself may.
 */
export function requireManager(tx: Tx): Promise<void> {
  return requirePerson(
    tx,
    ({ role }) => role !== "member",
    "this asks for the role owner or admin",
  );
}

/** Of people, those who may issue documents, themselves or by an agent; as for managers else. */
export function requireIssuer(tx: Tx): Promise<void> {
  return requirePerson(tx, mayIssue, "this asks for a person who may issue documents");
}

async function requirePerson(
  tx: Tx,
  may: (membership: Membership) => boolean,
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
