export * from "./search-docs.ts";
export * from "./search-index.ts";
export * from "./shapes.ts";
