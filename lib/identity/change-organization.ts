import { and, asc, eq, notInArray } from "drizzle-orm";
import * as z from "zod";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { shownVersion } from "#lib/kernel/shown-version.ts";
import { GivenName, lockOrganization } from "./bounds.ts";
import { organizationConnectors, organizations } from "./identity.sql.ts";
import { isWithin } from "./narrower.ts";
import { enableConnectors } from "./organizations.ts";
import { requireReader, requireRole } from "./members/roles.ts";

export interface OrganizationSettings {
  name: string;
  /** The systems that are enabled. */
  systems: string[];
  /** When it is to be erased; null if no owner has asked for that. */
  deletesAt: Date | null;
  /** Changes with everything that a form can change. */
  version: string;
}

/** For owners, who change it, and admins, who see it. */
export async function organizationSettings(ctx: Context): Promise<OrganizationSettings> {
  return withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return read(tx);
  });
}

export const OrganizationForm = z.strictObject({
  name: GivenName,
  systems: z.array(z.string()).max(50),
});
export type OrganizationForm = z.output<typeof OrganizationForm>;

type Systems = Pick<OrganizationSettings, "systems">;

type Changed =
  | { kind: "changed" }
  /** Somebody changed it since it was shown: this is its present state. */
  | { kind: "stale"; now: OrganizationSettings };

/**
 * For an owner. A removed system is unavailable from the next call on; its connections and their
 * data stay in case it comes back. `known`: every system that exists.
 */
export async function changeOrganization(
  ctx: Context,
  { name, systems }: OrganizationForm,
  { version, known }: { version: string; known: readonly string[] },
): Promise<Changed> {
  const { id } = ctx.organization;
  const [changed, left] = await withTx(ctx, async (tx): Promise<[Changed, Systems | null]> => {
    await lockOrganization(tx, id);
    await requireRole(tx, ["owner"]);
    const now = await read(tx);
    if (now.version !== version) return [{ kind: "stale", now }, null];
    await tx.db.orm.update(organizations).set({ name }).where(eq(organizations.id, id));
    const wanted = systems.filter((system) => known.includes(system));
    await tx.db.orm
      .delete(organizationConnectors)
      .where(eq(organizationConnectors.organizationId, id));
    await enableConnectors(tx.db, id, wanted, tx.clock.now());
    return [{ kind: "changed" }, isWithin(now.systems, wanted) ? null : { systems: wanted }];
  });
  if (left !== null) logDone(ctx.log, { act: "organization.narrowed", subject: id, left });
  return changed;
}

/** For a restored database: takes away the systems that are not among these. */
export async function narrowOrganization(ctx: Context, systems: readonly string[]): Promise<void> {
  await withTx(ctx, async (tx) => {
    await lockOrganization(tx, tx.organization.id);
    await requireRole(tx, ["owner"]);
    const { organizationId, connector } = organizationConnectors;
    const own = eq(organizationId, tx.organization.id);
    await tx.db.orm
      .delete(organizationConnectors)
      .where(and(own, notInArray(connector, [...systems])));
  });
}

async function read({
  db,
  organization: { id },
}: InTransaction<Context>): Promise<OrganizationSettings> {
  const [found] = await db.orm.select().from(organizations).where(eq(organizations.id, id));
  if (found === undefined) throw new TypeError("a member without an organization");
  const rows = await db.orm
    .select({ connector: organizationConnectors.connector })
    .from(organizationConnectors)
    .where(eq(organizationConnectors.organizationId, id))
    .orderBy(asc(organizationConnectors.connector));
  const systems = rows.map(({ connector }) => connector);
  const { name, deletesAt } = found;
  return { name, systems, deletesAt, version: shownVersion([name, systems]) };
}
