export type { DeliveryContext } from "./attempt.ts";
export { oldestDueSeconds } from "./claim.ts";
export { drainDeliveries, type DrainReport } from "./drain.ts";
export {
  answeredWithin,
  causeOf,
  failureText,
  wasInterrupted,
  type FailureCause,
} from "./failure-cause.ts";
export {
  drainLimits,
  failuresToDisable,
  judgeStatus,
  maxDeliveryAttempts,
  waitsMs,
  type DrainLimits,
} from "./policy.ts";
