export { type BalanceSteps, balanceSteps } from "./balance-steps.ts";
export { cleanText } from "./clean-text.ts";
export { dropOtherRecords } from "./drop-others.ts";
export { missRecords } from "./miss-records.ts";
export type { MonthRead } from "./month-rows.ts";
export { type PageQuery, readPage } from "./read-page.ts";
export { type RowsSeen, seenKey } from "./rows-seen.ts";
export { type RecordBatch, upsertRecords } from "./upsert-records.ts";
export { withdrawRecords } from "./withdraw-records.ts";
