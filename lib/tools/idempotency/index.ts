export * from "./drop-expired-responses.ts";
export * from "./run-once.ts";
