import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { createOrganization } from "../organizations.ts";
import { addMember, type Person } from "./add-member.ts";
import { listMemberships } from "./memberships.ts";

/** What a person may own without help. */
const mostOwned = 20;

/** One person founds one at a time: the second counts the first. */
const lock: Statement = {
  name: "people.lock_founder",
  repeatable: false,
  text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
};

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
  return createOrganization(ctx, { name, connectors: [...connectors] }, async ({ db, id }) => {
    await db.run(lock, [`founder ${person.userId}`]);
    await checkOwned({ ...ctx, db }, person);
    await addMember({ db, clock: ctx.clock }, id, person, { role: "owner" });
    await record({ db, organizationId: id });
  });
}

async function checkOwned(tx: InTransaction<SystemContext>, { userId }: Person): Promise<void> {
  const own = (await listMemberships(tx, userId)).filter(({ role }) => role === "owner");
  if (own.length < mostOwned) return;
  const reason = `a person owns at most ${mostOwned} organizations`;
  throw new AppError("forbidden", { details: { reason, limit: mostOwned } });
}
