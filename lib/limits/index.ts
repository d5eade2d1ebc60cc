export { countInFreeSlot, countWithinQuota, type CountedCall } from "./count-call.ts";
export { foldRateWindows } from "./fold-rate-windows.ts";
export {
  lookUpCaller,
  lookUpConnectedCallers,
  type ConnectedCaller,
  type Caller,
  type CallerConnection,
} from "./caller.ts";
