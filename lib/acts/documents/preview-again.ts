import { and, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import type { DocumentRequest } from "#lib/contract/index.ts";
import type { ActingConnection, LedgerContext } from "#lib/ledger/index.ts";
import { preparations } from "#lib/ledger/ledger.sql.ts";
import { openDocument } from "./sealed-document.ts";

/**
 * The call that previews the same document again, only for the caller who previewed it: nobody else
 * may see the document. Null when there is no such preview, its document is issued, or it is no
 * longer kept.
 */
export async function previewAgain(
  ctx: LedgerContext,
  connection: ActingConnection,
  previewRef: string,
): Promise<Record<string, unknown> | null> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(preparations)
      .where(
        and(
          eq(preparations.organizationId, ctx.organization.id),
          eq(preparations.id, previewRef),
          eq(preparations.connectionId, connection.id),
          eq(preparations.actorKind, ctx.actor.kind),
          eq(preparations.actorId, ctx.actor.id),
        ),
      ),
  );
  if (row === undefined || row.state === "consumed" || row.document.length === 0) return null;
  const { request } = await openDocument(ctx, row);
  return {
    tool_id: `${connection.connector}.${request.kind}.previsualizar`,
    input: inputOf(request),
    connection_id: connection.id,
  };
}

/** The input for each kind's tool. A receipt and an annulment are dated the day they are made. */
function inputOf(request: DocumentRequest): Record<string, unknown> {
  switch (request.kind) {
    case "dte":
      return { ...request.documento };
    case "documento": {
      const { receptor, ...documento } = request.documento;
      return receptor === null ? documento : { ...documento, receptor: withoutBlanks(receptor) };
    }
    case "nota_credito":
      return { ...request.nota };
    case "boleta": {
      const { tipoDte, receptor, lineas } = request.documento;
      if (receptor === null) return { tipoDte, lineas };
      return {
        tipoDte,
        receptor: { rut: receptor.rut, razonSocial: receptor.razonSocial },
        lineas,
      };
    }
    case "anulacion": {
      const { tipoDte, folio, motivo } = request;
      return { tipoDte, folio, ...(motivo !== null && { motivo }) };
    }
  }
}

/** Drops the blank texts of a receipt's receiver, which were not given. */
function withoutBlanks<Texts extends object>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text !== ""),
  ) as Partial<Texts>;
}
