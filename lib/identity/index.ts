export * from "./api-key-text.ts";
export * from "./api-keys.ts";
export * from "./organizations.ts";
export * from "./plans.ts";
export * from "./require-feature.ts";
