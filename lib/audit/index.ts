export { findCalls, type CallRecord, recordCall, recordLastCall } from "./record-call.ts";
export { auditKeptMonths, maintainAuditPartitions } from "./maintain-partitions.ts";
