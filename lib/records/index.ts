export { dropOtherRecords } from "./drop-others.ts";
export { type PageQuery, readPage } from "./read-page.ts";
export { type RecordBatch, upsertRecords } from "./upsert-records.ts";
