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
  /** The authority's answer since then; null when the system itself is the authority. */
  acceptance: AcceptanceState | null;
  company: string;
  /** For a deleted connection nothing is fetched or looked up any more. */
  hasConnection: boolean;
  /** Display names; null when that person or key is gone, and where nobody had to confirm. */
  asker: string | null;
  confirmer: string | null;
}

/** An operation with each of its steps. Null if this organization has none with that id. */
export async function showOperation(ctx: Context, id: string): Promise<ShownOperation | null> {
  const found = await findOperation(ctx, id).catch((error: unknown) => {
    if (asAppError(error).code === "tributario_emission_not_found") return null;
    throw error;
  });
  // An idempotency key also identifies one, but not as a page.
  if (found === null || found.row.id !== id) return null;
  const { preparationId, actorId, tipoDte } = found.row;
  // Another act's operation is not a document.
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
    // For a deleted connection the ledger only knows the company.
    company: more?.company ?? found.row.companyRut,
    hasConnection: more !== undefined && more.company !== null,
    asker: names.get(actorId) ?? null,
    confirmer: confirmedBy === null ? null : (names.get(confirmedBy) ?? null),
  };
}
