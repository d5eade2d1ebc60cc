export { exportCalls, exportedRows, type ExportFormat } from "./export-calls.ts";
export {
  type CallFilter,
  type CallRow,
  callsOfRequest,
  isCallPlace,
  listCalls,
  placeBehind,
} from "./list-calls.ts";
export { type CallDay, type CallDays, callsOfActors, listCallDays } from "./list-call-days.ts";
export { addUpCallDays } from "./add-up-call-days.ts";
export {
  type RecordedAct,
  actBetweenRows,
  actOnRecord,
  type ActOutcome,
  recordAct,
  refusalOnRecord,
} from "./act-on-record.ts";
export { CallRecords } from "./call-records.ts";
export {
  findCalls,
  type CallRecord,
  isOnRecord,
  recordCall,
  recordLastCall,
} from "./record-call.ts";
export { sourceOf } from "./source.ts";
export { auditKeptMonths, maintainAuditPartitions } from "./maintain-partitions.ts";
