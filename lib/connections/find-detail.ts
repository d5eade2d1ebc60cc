import { createHash } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { connections } from "./connections.sql.ts";
import { toSummary, type ConnectionRow } from "./list-connections.ts";

export type ConnectionDetail = ReturnType<typeof toSummary> & {
  /** What it allows to every caller. */
  scopes: string[];
  disabledAt: Date | null;
  /** Changes with what a form can change. */
  version: string;
};

/** Null for an unknown id and for another organization's. */
export async function findConnectionDetail(
  ctx: Context,
  id: string,
): Promise<ConnectionDetail | null> {
  const [row] = await withTx(ctx, (tx) =>
    tx.db.orm.select().from(connections).where(ownConnection(tx, id)),
  );
  return row === undefined ? null : toDetail(row);
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
