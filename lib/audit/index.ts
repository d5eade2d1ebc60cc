export { addUpCallDays } from "./add-up-call-days.ts";
export { findCalls, type CallRecord, recordCall, recordLastCall } from "./record-call.ts";
export { sourceOf } from "./source.ts";
export { auditKeptMonths, maintainAuditPartitions } from "./maintain-partitions.ts";
