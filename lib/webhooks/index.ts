export {
  changeEndpoint,
  disableEndpoint,
  disableEndpointsOf,
  editEndpoint,
} from "./endpoints/change-endpoint.ts";
export { createEndpoint } from "./endpoints/create-endpoint.ts";
export {
  answeredWithin,
  drainDeliveries,
  drainLimits,
  failuresToDisable,
  failureText,
  maxDeliveryAttempts,
  oldestDueSeconds,
  waitsMs,
  wasInterrupted,
  type DeliveryContext,
  type DrainLimits,
  type DrainReport,
  type FailureCause,
} from "./drain/index.ts";
export { endDeliveriesOf } from "./end-deliveries.ts";
export { emitEvent } from "./emit-event.ts";
export { emitLinkConsumed } from "./emit-link-consumed.ts";
export { emitSyncEnded } from "./emit-sync-ended.ts";
export {
  endpointHealth,
  type EndpointHealth,
  type HealthHour,
} from "./endpoints/endpoint-health.ts";
export { findEndpoint, type Endpoint } from "./endpoints/endpoint.ts";
export { findEvent, type Event } from "./event.ts";
export {
  eventData,
  eventMeanings,
  eventTypes,
  sentTypes,
  subscribableTypes,
  testEventType,
  type EventType,
} from "./event-types.ts";
export { findDelivery, findSentEvent } from "./find-delivery.ts";
export { listAllDeliveries } from "./list-all-deliveries.ts";
export { type Attempt, type Delivery, type DeliveryLine, type DeliveryStatus } from "./delivery.ts";
export { listDeliveries } from "./list-deliveries.ts";
export { listEndpoints } from "./endpoints/list-endpoints.ts";
export { listEvents } from "./list-events.ts";
export { listMissed, type MissedEvent } from "./list-missed.ts";
export { deliveryStatuses } from "./webhooks.sql.ts";
export { recoverEvent } from "./recover-event.ts";
export { resendDelivery } from "./resend-delivery.ts";
export { bothSecretsMs, rollSecret } from "./endpoints/roll-secret.ts";
export { EndpointChange, NewEndpoint, webhookPage } from "./schemas.ts";
export { testEndpoint, testPauseMs } from "./endpoints/test-endpoint.ts";
export { mostCounted, waitingDeliveries } from "./waiting-deliveries.ts";
