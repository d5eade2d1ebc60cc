export type {
  Act,
  Acts,
  ActVisit,
  ActWords,
  AsynchronousTerms,
  Change,
  FetchedFile,
  AskVisit,
  Mark,
  Order,
  Outcome,
  Previewed,
  StepVisit,
  SynchronousTerms,
  Word,
} from "./act.ts";
export { askForPerson } from "./ask-for-person.ts";
export { confirmPreparation, rejectPreparation } from "./confirm-preparation.ts";
export { doubtRestored } from "./doubt-restored.ts";
export { ledgerErasures } from "./erasures.ts";
export { evidenceOf, saidOf } from "./evidence.ts";
export { freeTarget } from "./free-target.ts";
export { findOpenOutcome } from "./find-open-outcome.ts";
export { findOperation, findOwn, type FoundOperation, nameOf, proofOf } from "./find-operation.ts";
export {
  dropExpiredAnswers,
  dropExpiredFiles,
  askDue,
  measureUnknown,
  settleLeftOperations,
} from "./housekeeping.ts";
export { type ActingConnection, companyOf, type LedgerContext } from "./ledger-context.ts";
export type { OperationRow, PreparationRow } from "./ledger.sql.ts";
export { askSoon } from "./look-soon.ts";
export { marksOf, startMarks } from "./marks.ts";
export { dropOldTickets, findOffered, offerDocument, takeOffered } from "./offer-document.ts";
export { type ActCall, operate } from "./operate.ts";
export { type OperationAnswer, OperationFailed } from "./operation-answer.ts";
export {
  destroyFile,
  fileOf,
  type FileRef,
  keepPrivately,
  openKept,
  operationFile,
} from "./operation-file.ts";
export {
  isOldOperation,
  givenUpPreviewPruning,
  operationPrunings,
  previewPruning,
} from "./prunings.ts";
export { readLive } from "./read-live.ts";
export { isAnnulledAt, isConfirmed } from "./preparation-validity.ts";
export { readReceipt, type ReadReceipt } from "./read-receipt.ts";
export { type PublishedKey, publishedKeys } from "./receipts.ts";
export { askAgain } from "./reconcile-operation.ts";
export { hashOf, openAsked, openOrder } from "./sealed-order.ts";
export { mayBeSetAside, setAside } from "./set-aside.ts";
export { startFile } from "./start-file.ts";
export { startAsking } from "./start-look.ts";
export { startClosing } from "./start-closing.ts";
export { startPreparation } from "./start-preparation.ts";
export {
  isOlder,
  operationKinds,
  type OperationState,
  operationStates,
  preparationMinutes,
} from "./states.ts";
export { usePreparation } from "./use-preparation.ts";
export { usedPreview } from "./used-preview.ts";
export { waitForVisit } from "./wait-for-visit.ts";
export { preparationOf } from "./worker/operation-of.ts";
export { runLedgerJob } from "./worker/run-ledger-job.ts";
