export { confirmPreparation, rejectPreparation } from "./confirm-preparation.ts";
export { emitDocument } from "./emit-document.ts";
export {
  type FoundOperation,
  documentPdf,
  emittedOf,
  findOperation,
  findOwn,
} from "./find-operation.ts";
export { configureIssuer, findIssuerProfile } from "./issuer-profile.ts";
export {
  dropExpiredAnswers,
  lookAgain,
  measureUnknown,
  settleLeftOperations,
} from "./housekeeping.ts";
export { listOperations, type OperationLine } from "./list-operations.ts";
export { listPreparations, type WaitingPreparation } from "./list-preparations.ts";
export { OperationFailed } from "./operation-answer.ts";
export { proofOf, toStatus } from "./operation-status.ts";
export {
  type EmissionContext,
  type EmittingConnection,
  prepareDocument,
} from "./prepare-document.ts";
export { previewAgain } from "./preview-again.ts";
export { publishedKeys } from "./receipts.ts";
export { showOperation, type ShownOperation } from "./show-operation.ts";
export { showPreparation, type ShownPreparation } from "./show-preparation.ts";
export { reconcileOperation } from "./reconcile-operation.ts";
export { operationStates, preparationMinutes, waitSeconds } from "./states.ts";
export { runInvoicerJob } from "./worker/run-invoicer-job.ts";
