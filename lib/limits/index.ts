export { countForEach, countInFreeSlot, countWithinQuota, type CountedCall } from "./count-call.ts";
export { Failures, failuresPerMinute } from "./failures.ts";
export { Callers } from "./callers.ts";
export { foldRateWindows } from "./fold-rate-windows.ts";
export { type CountedRefusals, recordedRefusalsPerMinute, Refusals } from "./refusals.ts";
export {
  isLive,
  findCaller,
  findConnectedCallers,
  type ConnectedCaller,
  type Caller,
  type CallerConnection,
  type Bearing,
  type CallerCredential,
} from "./caller.ts";
export { type Usage, usageOf } from "./usage-of.ts";
