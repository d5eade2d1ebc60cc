export { findCalls } from "./find-calls.ts";
export { auditKeptMonths, maintainAuditPartitions } from "./maintain-partitions.ts";
export { type CallRecord, recordCall, recordLastCall } from "./record-call.ts";
