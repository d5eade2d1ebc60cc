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
export { askForPerson } from "./preparation/ask-for-person.ts";
export { confirmPreparation, rejectPreparation } from "./preparation/confirm-preparation.ts";
export { doubtRestored } from "./doubt-restored.ts";
export { ledgerErasures } from "./erasures.ts";
export { evidenceOf, saidOf } from "./operation/evidence.ts";
export { freeTarget } from "./operation/free-target.ts";
export { findOpenOutcome } from "./operation/find-open-outcome.ts";
export {
  findOperation,
  findOwn,
  type FoundOperation,
  nameOf,
  proofOf,
} from "./operation/find-operation.ts";
export {
  dropExpiredAnswers,
  dropExpiredFiles,
  askDue,
  measureUnknown,
  settleLeftOperations,
} from "./housekeeping.ts";
export { type ActingConnection, companyOf, type LedgerContext } from "./ledger-context.ts";
export type { OperationRow, PreparationRow } from "./ledger.sql.ts";
export { askSoon } from "./visits/ask-soon.ts";
export { marksOf, startMarks } from "./visits/marks.ts";
export { dropOldTickets, findOffered, offerDocument, takeOffered } from "./files/offer-document.ts";
export { type ActCall, operate } from "./operate.ts";
export { type OperationAnswer, OperationFailed } from "./operation/operation-answer.ts";
export {
  destroyFile,
  fileOf,
  type FileRef,
  keepPrivately,
  openKept,
  operationFile,
} from "./files/operation-file.ts";
export {
  isOldOperation,
  givenUpPreviewPruning,
  operationPrunings,
  previewPruning,
} from "./prunings.ts";
export { readLive } from "./visits/read-live.ts";
export { isAnnulledAt, isConfirmed } from "./preparation/preparation-validity.ts";
export { readReceipt, type ReadReceipt } from "./operation/read-receipt.ts";
export { type PublishedKey, publishedKeys } from "./operation/receipts.ts";
export { askAgain } from "./visits/ask-again.ts";
export { hashOf, openAsked, openOrder } from "./preparation/sealed-order.ts";
export { mayBeSetAside, setAside } from "./operation/set-aside.ts";
export { startFile } from "./files/start-file.ts";
export { startAsking } from "./visits/start-asking.ts";
export { startClosing } from "./visits/start-closing.ts";
export { startPreparation } from "./preparation/start-preparation.ts";
export {
  isOlder,
  operationKinds,
  type OperationState,
  operationStates,
  preparationMinutes,
} from "./states.ts";
export { usePreparation } from "./preparation/use-preparation.ts";
export { usedPreview } from "./preparation/used-preview.ts";
export { waitForVisit } from "./visits/wait-for-visit.ts";
export { preparationOf } from "./worker/operation-of.ts";
export { runLedgerJob } from "./worker/run-ledger-job.ts";
