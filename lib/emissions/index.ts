export { alikeUnrecorded } from "./alike-unrecorded.ts";
export { checkDocument, earliestDay } from "./check-document.ts";
export { checkTotals } from "./check-totals.ts";
export { documentAct } from "./document-act.ts";
export { documentTotals, exemptTypes, receiptTypes } from "./document-totals.ts";
export { documentTerms } from "./document-terms.ts";
export { documentWords } from "./document-words.ts";
export { emitDocument } from "./emit-document.ts";
export { emittedOf } from "./emitted-of.ts";
export { configureIssuer, findIssuerProfile } from "./issuer-profile.ts";
export { listOperations, type OperationFilter, type OperationLine } from "./list-operations.ts";
export { listPreparations, type WaitingPreparation } from "./list-preparations.ts";
export { toStatus } from "./operation-status.ts";
export { prepareDocument } from "./prepare-document.ts";
export { prepareRequest } from "./prepare-request.ts";
export { previewAgain } from "./preview-again.ts";
export {
  documentHash,
  likenessOf,
  openDocument,
  type PreparedDocument,
} from "./sealed-document.ts";
export { showOperation, type ShownOperation } from "./show-operation.ts";
export { showPreparation, type ShownPreparation } from "./show-preparation.ts";
