import { and, eq, inArray, or } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { isDone, operations } from "#lib/ledger/ledger.sql.ts";

export interface EmittedHere {
  tipoDte: number;
  folio: number;
  operacionId: string;
  target: string | null;
}

/** Which of these folios, or of these annulled documents, are operations of the connection. */
export async function emittedOf(
  ctx: Context,
  connectionId: string,
  documents: readonly { tipoDte: number; folio: number }[],
): Promise<EmittedHere[]> {
  if (documents.length === 0) return [];
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(operations)
      .where(
        and(
          eq(operations.organizationId, ctx.organization.id),
          eq(operations.connectionId, connectionId),
          isDone,
          or(
            inArray(
              operations.folio,
              documents.map(({ folio }) => folio),
            ),
            inArray(
              operations.target,
              documents.map(({ tipoDte, folio }) => `${tipoDte}|${folio}`),
            ),
          ),
        ),
      ),
  );
  return rows.flatMap(({ id, tipoDte, folio, target }) =>
    folio === null || tipoDte === null ? [] : [{ tipoDte, folio, operacionId: id, target }],
  );
}
