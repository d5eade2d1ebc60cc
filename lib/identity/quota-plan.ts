import { sql } from "drizzle-orm";
import { organizations } from "./identity.sql.ts";
import type { PlanName } from "./plans.ts";

// What a connection may use in a month does not change with the plan: the next month has the new quota.

const { plan, quotaPeriodo, quotaPlan } = organizations;

/** Whose quota the month has, as a column. */
export const quotaPlanOf = (periodo: string) =>
  sql<PlanName>`case when ${quotaPeriodo} = ${periodo} then ${quotaPlan} else ${plan} end`;

/** The same, of the organization `o` of a statement. */
export const quotaPlanIn = (periodo: string): string =>
  `case when o.quota_periodo = ${periodo} then o.quota_plan else o.plan end`;

/** What is written with another plan. */
export const keptQuota = (periodo: string) => ({
  quotaPeriodo: periodo,
  quotaPlan: quotaPlanOf(periodo),
});
