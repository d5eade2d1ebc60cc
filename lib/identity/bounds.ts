import { eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { organizations } from "./identity.sql.ts";

/** What an organization may have or make, whatever its plan. The limits guide shows this table. */
export const bounds = {
  /** Links that a person could use now. */
  openLinks: 20,
  /** Links made in any 24 hours. */
  linksPerDay: 200,
  enabledEndpoints: 20,
  liveApiKeys: 50,
} as const;

/**
 * Held until the transaction ends, so that of two calls at once the second counts what the first
 * made. Weaker than `for update`: rows that name the organization go in meanwhile.
 */
export async function lockOrganization(
  tx: Pick<InTransaction<SystemContext>, "db">,
  id: string,
): Promise<void> {
  await tx.db.orm
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for("no key update");
}
