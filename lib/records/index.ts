export { dropOtherRecords } from "./drop-others.ts";
export { type PageQuery, readPage } from "./read-page.ts";
export { type MonthRead, withdrawRecords } from "./withdraw-records.ts";
export { type RecordBatch, upsertRecords } from "./upsert-records.ts";
