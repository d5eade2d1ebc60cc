import type { EventData } from "./generated/events.ts";
import type { WebhookEvent } from "./verify-webhook.ts";

export type { FoundTools, SearchQuery, ToolSummary } from "./catalogue.ts";
export { Connect, type Operation } from "./connect.ts";
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
export type { ConnectOptions, RequestOptions } from "./options.ts";
export { SyncStillRunning, type EndedSync, type SyncJob, type WaitOptions } from "./syncs.ts";
export type { Answer, CallOptions, ToolId, ToolInput, ToolOutput, ToolRow } from "./tool-call.ts";
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
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRefusal,
} from "./verify-webhook.ts";
export type { RecordedEvent, WebhookDelivery, WebhookEndpoint } from "./webhooks.ts";

/** An event of a known type: `verifyWebhook<ConnectEvent>(…)`, then ask for its type. */
export type ConnectEvent = {
  [T in keyof EventData]: WebhookEvent<T, EventData[T]>;
}[keyof EventData];
