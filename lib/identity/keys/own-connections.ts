import type { Context, InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

const ownConnections: Statement = {
  name: "identity.own_connections",
  repeatable: true,
  text: "select id from connections where organization_id = $1 and id = any($2::text[])",
};

/** Another organization's connection is refused like a nonexistent one. */
export async function requireOwnConnections(
  { db, organization }: InTransaction<Context>,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids === null || ids.length === 0) return;
  const found = await db.run(ownConnections, [organization.id, ids]);
  if (found.length === ids.length) return;
  throw new AppError("forbidden", { details: { reason: "no such connection" } });
}
