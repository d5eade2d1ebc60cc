export { findAcceptance } from "./find-acceptance.ts";
export { invoiceTerms } from "./invoice-terms.ts";
export { invoicingAct } from "./invoicing-act.ts";
export { prepareCreditNote, prepareInvoice } from "./prepare-invoice.ts";
export { visitDueAcceptances } from "./visit-due-acceptances.ts";
