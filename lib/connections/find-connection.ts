import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { connections } from "./connections.sql.ts";
import { ownConnection } from "./find-detail.ts";

interface FoundConnection {
  id: string;
  connector: string;
  alcances: string[];
  disabled: boolean;
}

/** Null for an unknown id, for another organization's, and for one that the actor may not see. */
export async function findConnection(
  tx: InTransaction<Context>,
  id: string,
): Promise<FoundConnection | null> {
  const [row] = await tx.db.orm.select().from(connections).where(ownConnection(tx, id));
  if (row === undefined) return null;
  const { connector, alcances, disabledAt } = row;
  return { id: row.id, connector, alcances, disabled: disabledAt !== null };
}

/** A stranger's and none at all answer alike. */
export function noSuchConnection(): AppError {
  return new AppError("forbidden", { details: { reason: "no such connection" } });
}
