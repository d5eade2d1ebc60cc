import { and, eq, sql, type SQL } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { organizationConnectors, organizations } from "#lib/identity/identity.sql.ts";
import type { PlanName } from "#lib/identity/index.ts";

/** What decides whether a connection syncs by itself, and how often. */
export interface ConnectionSchedule {
  id: string;
  organizationId: string;
  connector: string;
  alcances: string[];
  credencial: string;
  acceso: string | null;
  plan: PlanName;
  /** As it is registered now; null when it is not. */
  schedule: string | null;
  /** Rejected credentials and unpaid bills are put right; what was switched off stays off. */
  state: ScheduleState;
}

type ScheduleState = "active" | "waiting" | "off";

const isOn = sql`${connections.disabledAt} is null and ${organizationConnectors.connector} is not null`;
const works = sql`${connections.credencial} = 'viva' and ${organizations.billing} = 'active'`;

/** An expression of SQL: selected below, and compared by `isOutdated`. */
export const scheduleState = sql<ScheduleState>`case
  when not (${isOn}) then 'off' when ${works} then 'active' else 'waiting' end`;

export function findSchedules(
  ctx: SystemContext,
  which: SQL | undefined,
): Promise<ConnectionSchedule[]> {
  return withSystemTx(ctx, (tx) => schedulesIn(tx, which));
}

export async function schedulesIn(
  { db }: InTransaction<SystemContext>,
  which: SQL | undefined,
): Promise<ConnectionSchedule[]> {
  const { id, organizationId, connector, alcances, credencial, acceso, schedule } = connections;
  const rows = await db.orm
    .select({
      connection: { id, organizationId, connector, alcances, credencial, acceso, schedule },
      plan: organizations.plan,
      state: scheduleState,
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
    .where(which);
  return rows.map(({ connection, plan, state }) => ({
    ...connection,
    plan: plan as PlanName,
    state,
  }));
}
