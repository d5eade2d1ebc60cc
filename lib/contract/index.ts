export type { AcrossPage, AcrossQuery, AcrossService } from "./dataset/across-connections.ts";
export { acrossTool, ConexionOmitida } from "./read/across-tool.ts";
export { dayRange } from "./dataset/asked-part.ts";
export { bankManifest } from "./bank/bank-manifest.ts";
export {
  ConnectionSummary,
  requireModules,
  type CredentialState,
  credentialStates,
  type PendingSync,
  type SyncFailure,
  type ToolConnection,
  unknownConnection,
} from "./tool/connection.ts";
export {
  type Alcance,
  type Connector,
  type ConnectorKind,
  defineConnector,
  type LazyConnector,
  loaded,
  type Manifest,
  syncableOf,
} from "./tool/connector.ts";
export {
  connectionOf,
  type Effect,
  type Surface,
  type Tool,
  tool,
  type ToolContext,
  type ToolSpec,
} from "./tool/tool.ts";
export {
  type AccountRead,
  canGain,
  closesOn,
  type CoverageEntry,
  type Prueba,
  type ToldEntry,
} from "./dataset/coverage-entry.ts";
export { Cobertura } from "./dataset/cobertura.ts";
export {
  exportFormats,
  type ExportQuery,
  type ExportService,
  type OfferedExport,
} from "./tool/exports.ts";
export {
  type Dataset,
  type FoundRow,
  type NewRecord,
  prefixRange,
  type RecordFilter,
  type RecordPage,
  type RecordQuery,
  toRecord,
} from "./dataset/dataset.ts";
export { type FinishedAs, FinishedRows } from "./dataset/finished-rows.ts";
export { type ReadRows, readRows } from "./dataset/read-rows.ts";
export {
  type AlcanceReading,
  type AskForTokens,
  type Company,
  type Credential,
  type DriverOptions,
  type Evidence,
  hasForm,
  isRefusal,
  type LoginFailure,
  type LoginHooks,
  type LoginOutcome,
  type LoginOutcomeKind,
  loginOutcomes,
  type OpenedPortal,
  type PortalDriver,
  type Refusal,
  refusalWords,
  SessionEnded,
} from "./driver/driver.ts";
export {
  type DocumentKind,
  documentKinds,
  type DteDocument,
  type DteLine,
  type DteReference,
  type DteTotals,
  type EmissionKind,
  emissionKinds,
  type EmissionRequest,
  type Emitter,
  type FolioProof,
  folioProofs,
  type IssuedDocument,
  type IssuerProfile,
  type PreviewedDocument,
  type SendAnswer,
} from "./driver/emission.ts";
export type {
  AnnulmentCause,
  AnnulmentRefusal,
  AnnulmentSendAnswer,
  AnnulmentSendRefusal,
  FeeIssue,
  FeeReceiptLimits,
  FeeReceiptRequest,
  FeeReceipts,
  FeeRefused,
  FeeSendAnswer,
  FeeSendRefusal,
  FeeWithholder,
  ListedReceipt,
  PreviewedAnnulment,
  PreviewedReceipt,
  ReceiptFile,
  ReceiptOnPaper,
} from "./driver/fee-receipts.ts";
export type {
  IndicatorPage,
  IndicatorRange,
  IndicatorReader,
  IndicatorReading,
} from "./tool/indicators.ts";
export {
  acceptanceStates,
  type AcceptanceState,
  type CreditNoteAsked,
  type DocumentRequest,
  type FoliosInUse,
  type IdempotencyWay,
  idempotencyWays,
  type InvoiceAnswer,
  type InvoicedDocument,
  type InvoicePreview,
  type InvoiceRefusal,
  type InvoiceRequest,
  type Invoicing,
  type InvoicingAccount,
  type MissingStep,
  type WholeInvoicedDocument,
} from "./driver/invoicing.ts";
export {
  type LinkAnswer,
  type LinkListPart,
  type LinkPage,
  type LinkRequest,
  type LinkService,
  type LinkState,
  linkStates,
} from "./tool/links.ts";
export { type Delivered, deliveredFields, Entrega, pdfFields } from "./tool/document-delivery.ts";
export type {
  Mailbox,
  MailDraft,
  MailLine,
  MailMessage,
  MailSearch,
  MarkedMail,
  OutgoingMail,
  SentMail,
} from "./driver/mailbox.ts";
export { portalText, untrustedPaths } from "./driver/portal-text.ts";
export { readTool, type ReadTool } from "./read/read-tool.ts";
export { type RowTotal, storedNames, type TotalPart } from "./dataset/row-totals.ts";
export type { SyncService, SystemSummary, ToolServices } from "./tool/services.ts";
export {
  isOpenStatus,
  type JobStatus,
  jobStatuses,
  type JobTrigger,
  jobTriggers,
  OmittedAlcance,
  openStatuses,
  SyncOutcome,
  type ModuleProgress,
  VerifyAnswer,
} from "./tool/sync-outcome.ts";
export { type Columns, shownAs, showPage } from "./dataset/shown-page.ts";
export { splitByAccess } from "./sync/sync-access.ts";
export { planSync } from "./sync/sync-plan.ts";
export { syncTool, verifyTool } from "./sync/sync-tools.ts";
export { pageFieldsOf } from "./read/page-request.ts";
export {
  accessMonths,
  backupDays,
  keptAnswerDays,
  keptDays,
  ledgerYears,
  linkMinutes,
  longestWaitSeconds,
  maxBodyBytes,
  maxPageSize,
  mostDownloads,
  publishedIdPattern,
  syncedMonths,
  type Acceso,
  usualPageSize,
} from "./terms.ts";
export {
  type FolderAnswer,
  type FolderDocument,
  type FolderKey,
  type FolderKind,
  folderKinds,
  type FolderOrder,
  type FolderParts,
  type FolderRecipient,
  type FolderRefusal,
  type ListedFolder,
  maxFolderBytes,
  type TaxFolders,
} from "./driver/tax-folders.ts";
