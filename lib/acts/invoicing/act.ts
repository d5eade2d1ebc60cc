import type {
  DocumentRequest,
  DteDocument,
  InvoiceRequest,
  Invoicing,
} from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { preparationOf, type Act } from "#lib/ledger/index.ts";
import {
  alikeDocument,
  documentHash,
  openDocument,
  type PreparedDocument,
} from "../documents/index.ts";
import { invoiceOrder } from "./order.ts";
import { invoiceTerms } from "./terms.ts";
import { noteDocument } from "./note-document.ts";
import { invoicingOf, previewDocument } from "./portal-invoicing.ts";
import { requireLeft } from "./require-left.ts";

/** One that looks the same is already issued, but as far as known not by this service. */
const unrecorded = "igual_no_registrado";

/** Documents and credit notes, as a company's invoicing system issues them with its key. */
export const invoicingAct: Act = {
  terms: invoiceTerms,
  place: "facturacion",

  async open(ctx, row) {
    const prepared = await preparationOf(ctx, row);
    const opened = await openDocument(ctx, prepared);
    const request = ofInvoicing(opened.request);
    if (opened.previewed === null || request.documento === null) {
      throw new TypeError("an emission without a preview");
    }
    const { documento } = request;
    return invoiceOrder(ctx, { row, prepared, request, documento, previewed: opened.previewed });
  },

  async preview(ctx, row) {
    const request = ofInvoicing((await openDocument(ctx, row)).request);
    return async ({ driver }) => {
      const invoicing = invoicingOf(driver);
      const { documento, annuls } = await documentOf(invoicing, request);
      const prepared = await previewDocument(ctx, invoicing, { document: documento, annuls });
      const alike = await alikeDocument(ctx, row.connectionId, prepared);
      const word = alike === null ? [] : [unrecorded];
      const shown = { ...prepared, advertencias: [...prepared.advertencias, ...word] };
      const order: PreparedDocument = { request: { ...request, documento }, previewed: shown };
      return {
        order,
        documentHash: documentHash(shown),
        issuerRevision: shown.revisionEmisor,
        tipoDte: shown.tipoDte,
        totals: shown.totales,
        store: () => Promise.resolve(),
      };
    };
  },
};

function ofInvoicing(request: DocumentRequest): InvoiceRequest {
  if (request.kind === "documento" || request.kind === "nota_credito") return request;
  throw new TypeError(`no invoicing system issues ${request.kind}`);
}

interface Wanted {
  documento: DteDocument;
  /** The document that it reverses completely. */
  annuls: { tipoDte: number; folio: number; fecha: DteDocument["fechaEmision"] } | null;
}

/** What a note repeats of its document is read now. */
async function documentOf(invoicing: Invoicing, request: InvoiceRequest): Promise<Wanted> {
  if (request.kind === "documento") return { documento: request.documento, annuls: null };
  const { nota, documentoId, fechaEmision } = request;
  const original = await invoicing.find(documentoId);
  const isIt = original?.tipoDte === nota.tipoDte && original.folio === nota.folio;
  if (original === null || !isIt) {
    throw new AppError("tributario_anulacion_documento_no_encontrado");
  }
  const { tipoDte, folio, fecha } = original;
  const documento = noteDocument(nota, original, fechaEmision);
  await requireLeft(invoicing, { nota, original, note: documento });
  return {
    documento,
    annuls: nota.codigo === 1 ? { tipoDte, folio, fecha } : null,
  };
}
