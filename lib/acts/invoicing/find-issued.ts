import { periodoOf } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActingConnection, LedgerContext } from "#lib/ledger/index.ts";

const find: Statement = {
  name: "invoicing.find_issued",
  repeatable: true,
  text: `
    select id from records
    where organization_id = $1 and connection_id = $2 and dataset = $3
      and sort_key >= 'emitidos|' and sort_key < 'emitidos}'
      and payload @> $4::jsonb and withdrawn_at is null
    limit 1`,
};

/** The system's own id of a document that was read from it, or that was issued here. */
export async function findIssued(
  ctx: LedgerContext,
  { id, connector }: ActingConnection,
  { tipoDte, folio }: { tipoDte: number; folio: number },
): Promise<string> {
  const wanted = JSON.stringify({ tipoDte, folio });
  const [found] = await withTx(ctx, ({ db }) =>
    db.run<{ id: string }>(find, [ctx.organization.id, id, `${connector}.documentos`, wanted]),
  );
  if (found !== undefined) return found.id;
  const fix = {
    tool_id: `${connector}.documentos.consultar`,
    input: { periodo: periodoOf(ctx.clock.now()), lado: "emitidos", tipoDte },
    connection_id: id,
  };
  throw new AppError("tributario_anulacion_documento_no_encontrado", { details: { fix } });
}
