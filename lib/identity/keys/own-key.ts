import { and, eq } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { apiKeys } from "../identity.sql.ts";

export type KeyRow = typeof apiKeys.$inferSelect;

/** The organization's key, locked until the transaction ends. */
export async function ownKey(tx: InTransaction<Context>, id: string): Promise<KeyRow> {
  const [row] = await tx.db.orm
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, tx.organization.id), eq(apiKeys.id, id)))
    .for("no key update");
  if (row === undefined) throw noSuchKey();
  return row;
}

export function noSuchKey(): AppError {
  return new AppError("forbidden", { details: { reason: "no such key" } });
}
