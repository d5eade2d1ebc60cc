import { todayInSantiago } from "#lib/chile/index.ts";
import type {
  DteDocument,
  InvoicedDocument,
  Invoicing,
  PortalDriver,
  PreviewedDocument,
} from "#lib/contract/index.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { checkTotals, documentTotals, likenessOf } from "../documents/index.ts";
import { requireReady } from "./require-ready.ts";
import { warningsOf } from "./warnings-of.ts";

/** Missing in a system that issues nothing by an API. */
export function invoicingOf({ invoicing }: PortalDriver): Invoicing {
  if (invoicing === undefined) throw new AppError("connector_variant_unsupported");
  return invoicing;
}

/** The search key for it in a list of issued documents. */
export function likenessOfIssued(issued: InvoicedDocument): string {
  const { tipoDte, receptorRut, fecha, totales } = issued;
  return likenessOf({ tipoDte, receptorRut, fecha, total: totales.total });
}

/** The document as the system prepares it, checked against our own totals. */
export async function previewDocument(
  { clock }: { clock: Clock },
  invoicing: Invoicing,
  { document, annuls }: { document: DteDocument; annuls: PreviewedDocument["anula"] },
): Promise<PreviewedDocument> {
  const account = await invoicing.account();
  requireReady(account, document.tipoDte);
  const shown = await invoicing.preview(document);
  const folios = await invoicing.foliosInUse(document.tipoDte);
  const found: PreviewedDocument = {
    tipoDte: document.tipoDte,
    receptorRut: shown.receptorRut,
    fechaEmision: shown.fechaEmision,
    totales: shown.totales,
    normalizado: shown.normalizado,
    revisionEmisor: account.rut,
    tiposDte: account.tiposConFolios,
    anula: annuls,
    advertencias: warningsOf({ account, folios, shown, today: todayInSantiago(clock.now()) }),
  };
  checkTotals(found, documentTotals(document));
  return found;
}
