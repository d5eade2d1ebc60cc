import { eq } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { organizations } from "./identity.sql.ts";
import { plansWith, type Feature } from "./plans.ts";

/** Throws `feature_not_in_plan` unless the organization's present plan has the feature. */
export async function requireFeature(tx: InTransaction<Context>, feature: Feature): Promise<void> {
  const [row] = await tx.db.orm
    .select({ plan: organizations.plan })
    .from(organizations)
    .where(eq(organizations.id, tx.organization.id));
  if (row !== undefined && plansWith(feature).includes(row.plan)) return;
  throw new AppError("feature_not_in_plan", { details: { feature } });
}
