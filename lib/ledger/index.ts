// The ledger does each irreversible thing once. Its words (those of the whole: docs/glossary.md):
//
// - operation: one such thing, under its caller's key; a row. Its state: queued, running, crossed,
//   then an outcome (done, rejected, unknown), or released.
// - act: what knows one kind of operation (act.ts). Its terms are what callers are told.
// - order: one operation, opened by its act: check, before, ready, send, ask.
// - preparation: what a preview stored, until an operation uses it, once.
// - barrier: the commit before anything is sent. Before it an operation can be released; after it
//   it is never sent again.
// - word: what the portal answered when it was sent. A hint.
// - sight: what the portal's list shows when it is asked. With the word it decides the outcome.
// - evidence: both, and each step, stored before anything follows from them.
// - outcome: what became of it. To settle is to write it; unknown is the doubt that asking ends.
// - ask: read what became of it. Sends nothing, and is safe to repeat (job kind `reconcile`).
// - alike: two that the portal's list cannot tell apart: of one likeness (column `looks_like`).
//   While one is in doubt, no other crosses.
// - mark: the operation's id, where it can be written into what is sent.

export type {
  Act,
  Acts,
  ActVisit,
  ActWords,
  AskVisit,
  AsynchronousTerms,
  Change,
  FetchedFile,
  Mark,
  Order,
  Outcome,
  Previewed,
  StepVisit,
  SynchronousTerms,
  Word,
} from "./act.ts";
export { type Acting, actContextOf, actTool, type ActContext, operateFor } from "./act-tool.ts";
export {
  askForPerson,
  confirmPreparation,
  rejectPreparation,
} from "./preparation/confirm-preparation.ts";
export { doubtRestored } from "./doubt-restored.ts";
export { ledgerErasures } from "./erasures.ts";
export { evidenceOf, saidOf } from "./operation/evidence.ts";
export {
  findOpenOutcome,
  findOperation,
  findOwn,
  type FoundOperation,
  proofOf,
} from "./operation/find-operation.ts";
export {
  dropExpiredAnswers,
  dropExpiredFiles,
  measureUnknown,
  settleLeftOperations,
} from "./housekeeping.ts";
export { type ActingConnection, companyOf, type LedgerContext } from "./ledger-context.ts";
export type { OperationRow, PreparationRow } from "./ledger.sql.ts";
export { askAgain, askDue, askSoon, startAsking } from "./visits/ask-again.ts";
export { marksOf, startMarks } from "./visits/marks.ts";
export { dropOldTickets, findOffered, takeOffered } from "./files/offer-document.ts";
export { type ActCall, operate } from "./operate.ts";
export { type OperationAnswer } from "./operation/operation-answer.ts";
export { handOver } from "./files/hand-over.ts";
export {
  destroyFile,
  fileOf,
  type FileRef,
  storePrivately,
  openStored,
  operationFile,
} from "./files/operation-file.ts";
export {
  isOldOperation,
  givenUpPreviewPruning,
  operationPrunings,
  previewPruning,
} from "./prunings.ts";
export { readLive } from "./visits/read-live.ts";
export { readReceipt, type ReadReceipt } from "./operation/read-receipt.ts";
export { type PublishedKey, publishedKeys } from "./operation/receipts.ts";
export { hashOf, openAsked, openOrder, preparationOf } from "./preparation/sealed-order.ts";
export { freeTarget, mayBeSetAside, setAside } from "./operation/refuse-alike.ts";
export { startFile } from "./files/start-file.ts";
export { startClosing } from "./visits/start-closing.ts";
export { startPreparation } from "./preparation/start-preparation.ts";
export {
  isOlder,
  operationKinds,
  type OperationState,
  operationStates,
  preparationMinutes,
} from "./states.ts";
export {
  isAnnulledAt,
  isConfirmed,
  usedPreview,
  usePreparation,
} from "./preparation/use-preparation.ts";
export { waitForVisit } from "./visits/wait-for-visit.ts";
export { runLedgerJob } from "./worker/run-ledger-job.ts";
