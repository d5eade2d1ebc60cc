import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { violatedConstraint } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { members } from "../identity.sql.ts";
import type { Role } from "./roles.ts";

/** A person whose mail has been confirmed, as the account names them. */
export interface Person {
  userId: string;
  email: string;
  name: string | null;
}

/** An existing member stays as they are. */
export async function addMember(
  tx: Pick<InTransaction<SystemContext>, "db" | "clock">,
  organizationId: string,
  person: Person,
  { role, canIssue = false }: { role: Role; canIssue?: boolean },
): Promise<void> {
  const row = { ...person, organizationId, role, canIssue, createdAt: tx.clock.now() };
  await tx.db.orm
    .insert(members)
    .values(row)
    .onConflictDoNothing({ target: [members.organizationId, members.userId] })
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== "members_email") throw error;
      const reason = "another member of the organization has this mail address";
      throw new AppError("forbidden", { details: { reason } });
    });
}
