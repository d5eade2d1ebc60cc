import { sql } from "drizzle-orm";
import { organizations } from "./identity.sql.ts";
import type { PlanName } from "./plans.ts";

// A change of plan does not affect this month's quota of a connection: the next month has the new
// one.

const { plan, quotaPeriodo, quotaPlan } = organizations;

/** The plan that decides the month's quota, as a column. */
export const quotaPlanOf = (periodo: string) =>
  sql<PlanName>`case when ${quotaPeriodo} = ${periodo} then ${quotaPlan} else ${plan} end`;

/** The same, for the organization `o` of a statement. */
export const quotaPlanIn = (periodo: string): string =>
  `case when o.quota_periodo = ${periodo} then o.quota_plan else o.plan end`;

/** The columns to write along with another plan. */
export const keptQuota = (periodo: string) => ({
  quotaPeriodo: periodo,
  quotaPlan: quotaPlanOf(periodo),
});
