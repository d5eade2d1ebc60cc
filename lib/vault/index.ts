export * from "./vault.ts";
