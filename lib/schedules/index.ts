export * from "./fire-due.ts";
export * from "./reconcile-schedules.ts";
export * from "./sync-on-schedule.ts";
export * from "./timing.ts";
