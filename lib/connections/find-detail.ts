import { createHash } from "node:crypto";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { type PlanName, plans } from "#lib/identity/index.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { connections } from "./connections.sql.ts";
import { toSummary, type ConnectionRow } from "./list-connections.ts";

export type ConnectionDetail = ReturnType<typeof toSummary> & {
  /** What it allows to every caller. */
  scopes: string[];
  disabledAt: Date | null;
  /** Changes with what a form can change. */
  version: string;
};

/** Calls of this month of Santiago, and how many its plan has. */
interface Used {
  calls: number;
  quota: number;
}

/** Null for an unknown id and for another organization's. */
export async function findConnectionDetail(
  ctx: Context,
  id: string,
): Promise<(ConnectionDetail & { used: Used }) | null> {
  const periodo = periodoOf(ctx.clock.now());
  const calls = sql<number>`(select coalesce(sum(u.calls), 0)::int from usage_slots u
    where u.connection_id = ${connections.id} and u.periodo = ${periodo})`;
  const [found] = await withTx(ctx, (tx) =>
    tx.db.orm
      .select({ row: connections, plan: organizations.plan, calls })
      .from(connections)
      .innerJoin(organizations, eq(organizations.id, connections.organizationId))
      .where(ownConnection(tx, id)),
  );
  if (found === undefined) return null;
  const quota = plans[found.plan as PlanName].callsPerConnection;
  return { ...toDetail(found.row), used: { calls: found.calls, quota } };
}

/** The caller's own connection of this id, as a condition of statements. */
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
  const hash = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return { ...toSummary(row), scopes, disabledAt, version: hash.slice(0, 16) };
}
