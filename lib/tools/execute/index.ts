export * from "./answer.ts";
export * from "./authenticate.ts";
export * from "./checks.ts";
export * from "./control.ts";
export * from "./execute.ts";
export * from "./issues.ts";
export * from "./request.ts";
