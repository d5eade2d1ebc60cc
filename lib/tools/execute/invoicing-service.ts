import type { InvoicingService } from "#lib/contract/index.ts";
import { invoiceTerms, prepareCreditNote, prepareInvoice } from "#lib/invoicing/index.ts";
import type { LedgerContext } from "#lib/ledger/index.ts";
import { emitPreviewed } from "./emit-previewed.ts";
import type { KeyedRun } from "./tell-of-key.ts";

/** The verbs of an invoicing system, bound to this caller and to the key of this call. */
export function invoicingFor(ctx: LedgerContext, keyed: KeyedRun): InvoicingService {
  return {
    prepare: (connection, documento) => prepareInvoice(ctx, connection, documento),
    prepareCreditNote: (connection, nota) => prepareCreditNote(ctx, connection, nota),
    emit: (connection, order) =>
      emitPreviewed(ctx, keyed, connection, { ...order, terms: invoiceTerms }),
  };
}
