export { type BalanceSteps, balanceSteps } from "./balance-steps.ts";
export { dropOtherRecords } from "./drop-other-records.ts";
export { missRecords } from "./miss-records.ts";
export type { MonthRead } from "./month-rows.ts";
export { readAcross } from "./read-across.ts";
export { type PageQuery, readPage } from "./read-page.ts";
export { type RowsSeen, seenKey } from "./rows-seen.ts";
export { type RecordBatch, upsertRecords } from "./upsert-records.ts";
export { withdrawRecords } from "./withdraw-records.ts";
