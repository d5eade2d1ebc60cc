export * from "./fold-rate-windows.ts";
