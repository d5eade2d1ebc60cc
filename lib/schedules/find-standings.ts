import { and, eq, type SQL } from "drizzle-orm";
import { connections } from "../connections/connections.sql.ts";
import { withSystemTx, type SystemContext } from "../db/context.ts";
import { organizationConnectors, organizations } from "../identity/identity.sql.ts";
import type { PlanName } from "../identity/index.ts";

/** What decides whether a connection syncs by itself, and how often. */
export interface ScheduleStanding {
  id: string;
  organizationId: string;
  connector: string;
  alcances: string[];
  credencial: string;
  plan: PlanName;
  /** As it is registered now; null when it is not. */
  schedule: string | null;
  /** Rejected credentials and unpaid bills are put right; what was switched off stays off. */
  standing: "active" | "waiting" | "off";
}

export async function findStandings(
  ctx: SystemContext,
  which: SQL | undefined,
): Promise<ScheduleStanding[]> {
  const { id, organizationId, connector, alcances, credencial, schedule, disabledAt } = connections;
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({
        connection: { id, organizationId, connector, alcances, credencial, schedule, disabledAt },
        plan: organizations.plan,
        billing: organizations.billing,
        enabled: organizationConnectors.connector,
      })
      .from(connections)
      .innerJoin(organizations, eq(organizations.id, organizationId))
      .leftJoin(
        organizationConnectors,
        and(
          eq(organizationConnectors.organizationId, organizationId),
          eq(organizationConnectors.connector, connector),
        ),
      )
      .where(which),
  );
  return rows.map(({ connection: { disabledAt: disabled, ...rest }, plan, billing, enabled }) => ({
    ...rest,
    plan: plan as PlanName,
    standing: standingOf({
      on: disabled === null && enabled !== null,
      works: rest.credencial === "viva" && billing === "active",
    }),
  }));
}

function standingOf({ on, works }: { on: boolean; works: boolean }): ScheduleStanding["standing"] {
  if (!on) return "off";
  return works ? "active" : "waiting";
}
