export * from "./confirm-preparation.ts";
export * from "./document-totals.ts";
export * from "./emit-document.ts";
export * from "./find-operation.ts";
export * from "./issuer-profile.ts";
export * from "./keep-house.ts";
export { OperationFailed, reconcileCall, type OperationAnswer } from "./operation-answer.ts";
export * from "./operation-status.ts";
export {
  prepareDocument,
  type EmissionContext,
  type EmittingConnection,
  type PreparedAnswer,
} from "./prepare-document.ts";
export * from "./preview-again.ts";
export { publishedKey } from "./receipts.ts";
export * from "./reconcile-operation.ts";
export { operationStates } from "./emissions.sql.ts";
export type { OperationRow } from "./states.ts";
export type { InvoicerContext } from "./worker/invoicer-context.ts";
export { runInvoicerJob } from "./worker/run-invoicer-job.ts";
