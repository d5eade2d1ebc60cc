export { findAcceptance } from "./find-acceptance.ts";
export { invoiceTerms } from "./terms.ts";
export { invoicingAct } from "./act.ts";
export { visitDueAcceptances } from "./visit-due-acceptances.ts";
