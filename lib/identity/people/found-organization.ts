import type { SystemContext } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { GivenName } from "../bounds.ts";
import { createOrganization } from "../organizations.ts";
import { addMember, type Person } from "./add-member.ts";
import { listMemberships } from "./memberships.ts";

/** What a person may own without help. */
const mostOwned = 20;

/**
 * A person's own organization, on a free plan, with every system that exists. `record` writes the
 * audit record, in the same transaction.
 */
export async function foundOrganization(
  ctx: SystemContext,
  { name, connectors }: { name: string; connectors: readonly string[] },
  person: Person,
  record: (made: { db: Queries; organizationId: string }) => Promise<void>,
): Promise<{ id: string }> {
  const own = (await listMemberships(ctx, person.userId)).filter(({ role }) => role === "owner");
  if (own.length >= mostOwned) {
    const reason = `a person owns at most ${mostOwned} organizations`;
    throw new AppError("forbidden", { details: { reason, limit: mostOwned } });
  }
  return createOrganization(
    ctx,
    { name: GivenName.parse(name), connectors: [...connectors] },
    async ({ db, id }) => {
      await addMember({ db, clock: ctx.clock }, id, person, { role: "owner" });
      await record({ db, organizationId: id });
    },
  );
}
