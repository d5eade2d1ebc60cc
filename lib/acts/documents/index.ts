export { alikeDocument } from "./alike-document.ts";
export { checkTaxDocument, earliestDay } from "./checks/check-tax-document.ts";
export { checkTotals } from "./checks/check-totals.ts";
export { documentAct } from "./act.ts";
export { documentTotals, exemptTypes, receiptTypes } from "./checks/document-totals.ts";
export { documentTerms } from "./terms.ts";
export { documentWords } from "./document-words.ts";
export { emitDocument } from "./emit-document.ts";
export { configureIssuer } from "./issuer-profile.ts";
export {
  listOperations,
  type OperationFilter,
  type OperationLine,
} from "./shown/list-operations.ts";
export { listPreparations, type WaitingPreparation } from "./shown/list-preparations.ts";
export { prepareRequest } from "./prepare-request.ts";
export {
  documentHash,
  likenessOf,
  openDocument,
  type PreparedDocument,
} from "./sealed-document.ts";
export { showOperation, type ShownOperation } from "./shown/show-operation.ts";
export { showPreparation, type ShownPreparation } from "./shown/show-preparation.ts";
export type { PreparedDocumentAnswer } from "./prepared-answer.ts";
