export { fireDueSchedules, rowSchedules } from "./fire-due.ts";
export { reconcileSchedules } from "./reconcile-schedules.ts";
export { syncOnSchedule } from "./sync-on-schedule.ts";
