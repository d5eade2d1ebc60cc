export * from "./find-calls.ts";
export * from "./maintain-partitions.ts";
export * from "./record-call.ts";
