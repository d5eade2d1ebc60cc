export { backgroundLogins, type BackgroundLogins } from "./background-logins.ts";
export { fireDueSchedules, rowSchedules } from "./fire-due.ts";
export { forgetSchedules, reconcileSchedules } from "./reconcile-schedules.ts";
export { startFirstSyncs } from "./start-first-syncs.ts";
export { everyMinutesIn } from "./timing.ts";
export { syncOnSchedule } from "./sync-on-schedule.ts";
