import { eq, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { AcceptanceState } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { findOperation, type FoundOperation } from "#lib/ledger/index.ts";
import { preparations } from "#lib/ledger/ledger.sql.ts";

export interface ShownOperation extends FoundOperation {
  tipoDte: number;
  /** What the authority said of it since; null where it has its word from the authority itself. */
  acceptance: AcceptanceState | null;
  company: string;
  /** Of one that was deleted nothing is fetched or looked for any more. */
  hasConnection: boolean;
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
  const { preparationId, actorId, tipoDte } = found.row;
  // What another act did is no document.
  if (tipoDte === null || preparationId === null) return null;
  const acceptance = sql<AcceptanceState | null>`(select a.state from document_acceptances a
    where a.organization_id = ${ctx.organization.id} and a.operation_id = ${id})`;
  const [more] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ company: connections.nombre, confirmedBy: preparations.confirmedBy, acceptance })
      .from(preparations)
      .leftJoin(connections, eq(connections.id, preparations.connectionId))
      .where(eq(preparations.id, preparationId)),
  );
  const confirmedBy = more?.confirmedBy ?? null;
  const names = await namesOfActors(ctx, confirmedBy === null ? [actorId] : [actorId, confirmedBy]);
  return {
    ...found,
    tipoDte,
    acceptance: more?.acceptance ?? null,
    // Of a connection that was deleted the ledger knows the company alone.
    company: more?.company ?? found.row.companyRut,
    hasConnection: more !== undefined && more.company !== null,
    asker: names.get(actorId) ?? null,
    confirmer: confirmedBy === null ? null : (names.get(confirmedBy) ?? null),
  };
}
