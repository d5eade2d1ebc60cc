import { eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { preparations } from "./emissions.sql.ts";
import { findOperation, type FoundOperation } from "./find-operation.ts";

export interface ShownOperation extends FoundOperation {
  company: string;
  /** As people call them; null for who is gone, and where nobody had to confirm. */
  asker: string | null;
  confirmer: string | null;
}

/** An operation with each step that was taken. Null: none of this organization. */
export async function showOperation(ctx: Context, id: string): Promise<ShownOperation | null> {
  const found = await findOperation(ctx, id).catch((error: unknown) => {
    if (asAppError(error).code === "tributario_emission_not_found") return null;
    throw error;
  });
  // An idempotency key names one too, but no page.
  if (found === null || found.row.id !== id) return null;
  const { preparationId, actorId } = found.row;
  const [more] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ company: connections.nombre, confirmedBy: preparations.confirmedBy })
      .from(preparations)
      .innerJoin(connections, eq(connections.id, preparations.connectionId))
      .where(eq(preparations.id, preparationId)),
  );
  const confirmedBy = more?.confirmedBy ?? null;
  const names = await namesOfActors(ctx, confirmedBy === null ? [actorId] : [actorId, confirmedBy]);
  return {
    ...found,
    company: more?.company ?? "",
    asker: names.get(actorId) ?? null,
    confirmer: confirmedBy === null ? null : (names.get(confirmedBy) ?? null),
  };
}
