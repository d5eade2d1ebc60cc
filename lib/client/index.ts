export type { FoundTools, SearchQuery, ToolSummary } from "./catalogue.ts";
export { Connect, type Operation } from "./connect.ts";
export type { ConnectEvent, WebhookEvent } from "./connect-event.ts";
export type { ErrorDetails, Issue } from "./error-details.ts";
export {
  ConnectError,
  ConnectNoAnswer,
  isConnectError,
  type AnyConnectError,
  type FixCall,
} from "./errors.ts";
export type { ErrorCode, Meta } from "./generated/codes.ts";
export type { EventData } from "./generated/events.ts";
export type { ConnectOptions, RequestOptions, RequestRecord } from "./options.ts";
export { signTestWebhook, type SignedTestWebhook } from "./sign-test-webhook.ts";
export {
  SyncFailed,
  SyncStillRunning,
  type EndedSync,
  type SyncJob,
  type UnfailedSync,
  type WaitOptions,
} from "./syncs.ts";
export {
  signed,
  type Answer,
  type CallOptions,
  type ToolId,
  type ToolInput,
  type ToolOutput,
  type ToolRow,
} from "./tool-call.ts";
export {
  ReceiptVerificationError,
  verifyReceipt,
  type Receipt,
  type ReceiptKey,
} from "./verify-receipt.ts";
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookHeaders,
  type WebhookRefusal,
} from "./verify-webhook.ts";
export type { RecordedEvent, WebhookDelivery, WebhookEndpoint } from "./webhooks.ts";
