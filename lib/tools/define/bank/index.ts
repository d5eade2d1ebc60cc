export * from "./accounts.ts";
export * from "./amount.ts";
export * from "./day-range.ts";
export * from "./fields.ts";
export * from "./fingerprint.ts";
export * from "./moneda.ts";
export * from "./table.ts";
