export * from "./emit-event.ts";
export * from "./emit-link-consumed.ts";
export * from "./emit-sync-ended.ts";
export * from "./event-types.ts";
