import { and, eq } from "drizzle-orm";
import { displaySigned } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { DocumentKind, DteTotals } from "#lib/contract/index.ts";
import type { LedgerContext } from "#lib/ledger/index.ts";
import { preparations } from "#lib/ledger/ledger.sql.ts";
import { annulledBy } from "./annulment-target.ts";
import { openDocument } from "./sealed-document.ts";

export interface PreparedDocumentAnswer {
  previewRef: string;
  expiraEn: string;
  documento: {
    kind: DocumentKind;
    tipoDte: number;
    receptorRut: string | null;
    fechaEmision: string;
    /** What it annuls; set for annulments only. */
    anula: { tipoDte: number; folio: number } | null;
  };
  totales: DteTotals;
  totalesDisplay: Record<keyof DteTotals, string>;
  advertencias: string[];
  requiereConfirmacion: boolean;
}

/** The tool's answer for a preview that was just made. */
export async function preparedAnswer(
  ctx: LedgerContext,
  id: string,
): Promise<PreparedDocumentAnswer> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(preparations)
      .where(and(eq(preparations.organizationId, ctx.organization.id), eq(preparations.id, id))),
  );
  if (row === undefined) throw new TypeError("a preparation that was just made");
  const { request, previewed } = await openDocument(ctx, row);
  if (previewed === null) throw new TypeError("a preview that succeeded without a document");
  const { totales } = previewed;
  const pesos = (amount: number): string => displaySigned(amount, "CLP");
  return {
    previewRef: id,
    expiraEn: row.expiresAt.toISOString(),
    documento: {
      kind: row.kind,
      tipoDte: previewed.tipoDte,
      receptorRut: previewed.receptorRut,
      fechaEmision: previewed.fechaEmision,
      anula: annulledBy(request),
    },
    totales,
    totalesDisplay: {
      neto: pesos(totales.neto),
      exento: pesos(totales.exento),
      iva: pesos(totales.iva),
      total: pesos(totales.total),
    },
    advertencias: previewed.advertencias,
    requiereConfirmacion: false,
  };
}
