export * from "./connector.ts";
export * from "./context.ts";
export * from "./dataset.ts";
export * from "./driver.ts";
export * from "./read-tool.ts";
export * from "./services.ts";
export * from "./sync-tools.ts";
export * from "./tool.ts";
