export * from "./drop-others.ts";
export * from "./read-page.ts";
export * from "./upsert-records.ts";
