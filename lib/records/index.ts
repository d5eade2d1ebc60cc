export { dropOtherRecords } from "./drop-others.ts";
export { type Page, type PageQuery, readPage } from "./read-page.ts";
export { type RecordBatch, upsertRecords } from "./upsert-records.ts";
