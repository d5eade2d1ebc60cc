export { dayRange } from "./asked-part.ts";
export { bankManifest } from "./bank-manifest.ts";
export {
  ConnectionSummary,
  type CredentialState,
  credentialStates,
  type PendingSync,
  type ToolConnection,
} from "./connection.ts";
export {
  type Alcance,
  type Connector,
  type ConnectorKind,
  defineConnector,
  type LazyConnector,
  loaded,
  type Manifest,
} from "./connector.ts";
export { connectionOf, type ToolContext } from "./context.ts";
export { type AccountRead, canGain, type CoverageEntry, type ToldEntry } from "./coverage-entry.ts";
export {
  type Dataset,
  type NewRecord,
  prefixRange,
  type RecordPage,
  type RecordQuery,
  toRecord,
} from "./dataset.ts";
export { type ReadRows, readRows } from "./read-rows.ts";
export {
  type AlcanceReading,
  type Company,
  type DriverOptions,
  isRefusal,
  type LoginFailure,
  type LoginHooks,
  type LoginOutcome,
  type LoginOutcomeKind,
  loginOutcomes,
  type PortalDriver,
  type Refusal,
  refusalWords,
  SessionEnded,
} from "./driver.ts";
export {
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
} from "./emission.ts";
export type {
  EmissionService,
  EmissionStatus,
  EmittedHere,
  PreparedDocumentAnswer,
  StoredProfile,
} from "./emission-service.ts";
export type {
  IndicatorPage,
  IndicatorRange,
  IndicatorReader,
  IndicatorReading,
} from "./indicators.ts";
export {
  type LinkAnswer,
  type LinkListPart,
  type LinkPage,
  type LinkRequest,
  type LinkService,
  type LinkState,
  linkStates,
} from "./links.ts";
export { portalText, untrustedPaths } from "./portal-text.ts";
export { readTool } from "./read-tool.ts";
export type { SyncService, SystemSummary, ToolServices } from "./services.ts";
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
} from "./sync.ts";
export { syncTool, verifyTool } from "./sync-tools.ts";
export {
  type Acceso,
  keptAnswerDays,
  linkMinutes,
  longestWaitSeconds,
  maxBodyBytes,
  maxPageSize,
  syncedMonths,
  usualPageSize,
} from "./terms.ts";
export { type Effect, type Tool, tool } from "./tool.ts";
