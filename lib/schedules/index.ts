export { fireDueSchedules, rowSchedules } from "./fire-due.ts";
export { reconcileSchedules } from "./reconcile-schedules.ts";
export { startFirstSyncs } from "./start-first-syncs.ts";
export { syncOnSchedule } from "./sync-on-schedule.ts";
