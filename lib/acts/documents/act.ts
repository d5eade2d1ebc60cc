import { setCapabilities } from "#lib/connections/index.ts";
import {
  type DocumentRequest,
  type EmissionRequest,
  type PreviewedDocument,
} from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { preparationOf, type Act, type Previewed } from "#lib/ledger/index.ts";
import { alikeDocument } from "./alike-document.ts";
import { checkTotals } from "./checks/check-totals.ts";
import { documentOrder, emitterOf } from "./order.ts";
import { documentTerms } from "./terms.ts";
import { profileOf } from "./issuer-profile.ts";
import { documentHash, openDocument } from "./sealed-document.ts";

/** Tax documents, receipts of sale and annulments, as a portal's invoicer issues them. */
export const documentAct: Act = {
  terms: documentTerms,
  place: "facturador",

  async open(ctx, row) {
    const prepared = await preparationOf(ctx, row);
    const { request, previewed } = await openDocument(ctx, prepared);
    if (previewed === null) throw new TypeError("an emission without a preview");
    return documentOrder(ctx, { row, prepared, request: ofInvoicer(request), previewed });
  },

  async preview(ctx, row) {
    const { organizationId, connectionId } = row;
    const profile = await withSystemTx(ctx, (tx) => profileOf(tx, organizationId, connectionId));
    const request = ofInvoicer((await openDocument(ctx, row)).request);
    return async ({ driver }) => {
      const previewed = await emitterOf(driver).preview(request, profile);
      checkTotals(previewed, row.totals);
      const alike = await alikeDocument(ctx, connectionId, previewed);
      const advertencias = [
        ...previewed.advertencias,
        ...(alike === null ? [] : [warningOf(alike)]),
      ];
      return asPrepared(request, { ...previewed, advertencias }, connectionId);
    };
  },

  async file(_ctx, { tipoDte, folio }) {
    if (tipoDte === null || folio === null) throw new AppError("tributario_emission_not_found");
    return async ({ driver }) => {
      const bytes = await emitterOf(driver).pdf({ tipoDte, folio });
      if (bytes.subarray(0, 5).toString("latin1") !== "%PDF-") {
        throw new AppError("upstream_unexpected_response");
      }
      return { kind: "pdf", version: 1, bytes, keptDays: null };
    };
  },
};

function warningOf({ folio, fecha }: { folio: string; fecha: string }): string {
  return `Ya hay un documento igual, el folio ${folio} del ${fecha}, que este servicio no tiene registrado: revísalo antes de emitir`;
}

/** What the authority's own invoicer issues. */
function ofInvoicer(request: DocumentRequest): EmissionRequest {
  if (request.kind === "documento" || request.kind === "nota_credito") {
    throw new TypeError(`the authority's invoicer issues no ${request.kind}`);
  }
  return request;
}

function asPrepared(
  request: EmissionRequest,
  previewed: PreviewedDocument,
  connectionId: string,
): Previewed {
  const { tipoDte, totales: totals, revisionEmisor: issuerRevision, tiposDte } = previewed;
  return {
    order: { request, previewed },
    documentHash: documentHash(previewed),
    issuerRevision,
    tipoDte,
    totals,
    store: (tx) => setCapabilities(tx, connectionId, { tiposDte }),
  };
}
