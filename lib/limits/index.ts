export { countInFreeSlot, countWithinQuota, type CountedCall } from "./count-call.ts";
export { foldRateWindows } from "./fold-rate-windows.ts";
export {
  lookUpStanding,
  lookUpStandings,
  type ConnectedStanding,
  type Standing,
  type StandingConnection,
} from "./standing.ts";
