import { eq } from "drizzle-orm";
import * as z from "zod";
import { periodoOf } from "#lib/chile/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Queries } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { GivenName } from "./bounds.ts";
import { organizationConnectors, organizations } from "./identity.sql.ts";
import { billingStates, planNames } from "./plans.ts";
import { keptQuota } from "./quota-plan.ts";

const fields = {
  name: GivenName,
  plan: z.enum(planNames),
  billing: z.enum(billingStates),
  connectors: z.array(z.string().min(1).max(40)).max(50),
};

export const NewOrganization = z.strictObject({
  name: fields.name,
  plan: fields.plan.default("free"),
  billing: fields.billing.default("active"),
  connectors: fields.connectors.default([]),
});
export type NewOrganization = z.input<typeof NewOrganization>;

const OrganizationChange = z.strictObject(fields).partial();
type OrganizationChange = z.input<typeof OrganizationChange>;

interface Organization {
  id: string;
  name: string;
  plan: string;
  billing: string;
}

/** `inside`: what is made with it, in one transaction that only sees the new organization. */
export async function createOrganization(
  ctx: SystemContext,
  input: NewOrganization,
  inside: (made: { db: Queries; id: string }) => Promise<void> = async () => undefined,
): Promise<Organization> {
  const { connectors, ...values } = NewOrganization.parse(input);
  const createdAt = ctx.clock.now();
  const organization = { id: newId("org", createdAt), ...values };
  await ctx.db.transaction(organization.id, async (db) => {
    await db.orm.insert(organizations).values({ ...organization, createdAt });
    await enableConnectors(db, organization.id, connectors, createdAt);
    await inside({ db, id: organization.id });
  });
  return organization;
}

/** Changes what is given. A list of connectors replaces the enabled ones. */
export async function updateOrganization(
  ctx: SystemContext,
  id: string,
  change: OrganizationChange,
): Promise<Organization> {
  const { connectors, ...values } = OrganizationChange.parse(change);
  return withSystemTx(ctx, async ({ db }) => {
    const own = eq(organizations.id, id);
    if (Object.keys(values).length > 0) {
      const kept = values.plan === undefined ? {} : keptQuota(periodoOf(ctx.clock.now()));
      await db.orm
        .update(organizations)
        .set({ ...values, ...kept })
        .where(own);
    }
    const [found] = await db.orm.select().from(organizations).where(own);
    if (found === undefined) {
      throw new AppError("forbidden", { details: { reason: "no such organization" } });
    }
    if (connectors !== undefined) {
      await db.orm
        .delete(organizationConnectors)
        .where(eq(organizationConnectors.organizationId, id));
      await enableConnectors(db, id, connectors, ctx.clock.now());
    }
    return { id, name: found.name, plan: found.plan, billing: found.billing };
  });
}

export async function enableConnectors(
  db: Queries,
  organizationId: string,
  connectors: readonly string[],
  enabledAt: Date,
): Promise<void> {
  if (connectors.length === 0) return;
  const rows = [...new Set(connectors)].map((connector) => ({
    organizationId,
    connector,
    enabledAt,
  }));
  await db.orm.insert(organizationConnectors).values(rows).onConflictDoNothing();
}

/** For mails to its people. */
export async function organizationName(db: Queries, id: string): Promise<string> {
  const { name } = organizations;
  const [found] = await db.orm.select({ name }).from(organizations).where(eq(organizations.id, id));
  return found?.name ?? "";
}

export async function findOrganization(
  ctx: SystemContext,
  id: string,
): Promise<Organization | null> {
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm.select().from(organizations).where(eq(organizations.id, id)),
  );
  return rows[0] ?? null;
}
