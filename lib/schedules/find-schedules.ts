import { and, eq, sql, type SQL } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import * as manifests from "#lib/connectors/manifests.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { organizationConnectors, organizations } from "#lib/identity/identity.sql.ts";
import type { PlanName } from "#lib/identity/index.ts";

/** What decides whether a connection syncs in the background, and how often. */
export interface ConnectionSchedule {
  id: string;
  organizationId: string;
  connector: string;
  alcances: string[];
  credencial: string;
  acceso: string | null;
  plan: PlanName;
  /** As registered now; null when it is not. */
  schedule: string | null;
  /**
   * `waiting` for causes that get fixed, such as a rejected credential or an unpaid bill; `off`
   * when switched off.
   */
  state: ScheduleState;
}

type ScheduleState = "active" | "waiting" | "off";

/** A connection with only modules that no sync reads has nothing to run. */
const bringsNothing = sql.join(
  [
    sql`false`,
    ...Object.values(manifests).flatMap((manifest) => {
      if (typeof manifest !== "object") return [];
      const { id, alcances } = manifest;
      const unsynced = alcances.filter(({ syncable }) => syncable === false);
      if (unsynced.length === 0) return [];
      const ids = sql.join(
        unsynced.map((module) => sql`${module.id}`),
        sql`, `,
      );
      return sql`(${connections.connector} = ${id} and ${connections.alcances} <@ array[${ids}]::text[])`;
    }),
  ],
  sql` or `,
);

const isOn = sql`${connections.disabledAt} is null and ${organizationConnectors.connector} is not null
  and ${organizations.deletesAt} is null and not (${bringsNothing})`;
const works = sql`${connections.credencial} = 'viva' and ${organizations.billing} = 'active'`;

/** A SQL expression: selected below, and compared by `isOutdated`. */
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
  return rows.map(({ connection, plan, state }) => ({ ...connection, plan, state }));
}
