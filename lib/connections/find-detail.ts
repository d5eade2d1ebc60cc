import { and, eq, sql, type SQL } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { plans, quotaPlanOf } from "#lib/identity/index.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { shownVersion } from "#lib/kernel/shown-version.ts";
import { connections } from "./connections.sql.ts";
import { shownColumns, toSummary, type ConnectionRow } from "./list-connections.ts";

export type ConnectionDetail = ReturnType<typeof toSummary> & {
  /** What it allows every caller. */
  scopes: string[];
  disabledAt: Date | null;
  /** Changes with everything that a form can change. */
  version: string;
};

/** How much of the organization's plan it uses. */
export interface ConnectionUse {
  /** In the current month in Santiago. */
  calls: number;
  quota: number;
  /** Nothing is read until its organization has paid. */
  isPaused: boolean;
}

/** Null for an unknown id and for another organization's. */
export async function findConnectionDetail(
  ctx: Context,
  id: string,
): Promise<ConnectionDetail | null> {
  const [row] = await withTx(ctx, (tx) =>
    tx.db.orm.select(shownColumns).from(connections).where(ownConnection(tx, id)),
  );
  return row === undefined ? null : toDetail(row);
}

/** The same, with its usage: a separate statement would be one too many for a page. */
export async function findConnectionInUse(
  ctx: Context,
  id: string,
): Promise<{ detail: ConnectionDetail; use: ConnectionUse } | null> {
  const periodo = periodoOf(ctx.clock.now());
  const calls = sql<number>`(select coalesce(sum(u.calls), 0)::int from usage_slots u
    where u.connection_id = ${connections.id} and u.periodo = ${periodo})`;
  const [found] = await withTx(ctx, (tx) =>
    tx.db.orm
      .select({
        row: shownColumns,
        quotaPlan: quotaPlanOf(periodo),
        billing: organizations.billing,
        calls,
      })
      .from(connections)
      .innerJoin(organizations, eq(organizations.id, connections.organizationId))
      .where(ownConnection(tx, id)),
  );
  if (found === undefined) return null;
  const quota = plans[found.quotaPlan].callsPerConnection;
  const { row, calls: made, billing } = found;
  return { detail: toDetail(row), use: { calls: made, quota, isPaused: billing !== "active" } };
}

/** A SQL condition: the caller's own connection with this id. */
export function ownConnection(tx: InTransaction<Context>, id: string): SQL | undefined {
  return and(
    eq(connections.organizationId, tx.organization.id),
    eq(connections.id, id),
    ofKnownConnection(tx, connections.id),
  );
}

export function toDetail(row: ConnectionRow): ConnectionDetail {
  const { scopes, disabledAt, nombre, alcances } = row;
  const shown = [nombre, scopes.toSorted(), alcances.toSorted(), disabledAt !== null];
  return { ...toSummary(row), scopes, disabledAt, version: shownVersion(shown) };
}
