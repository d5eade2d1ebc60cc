export * from "./connect-company.ts";
export * from "./create-connection.ts";
export * from "./list-connections.ts";
export * from "./update-connection.ts";
export * from "./credentials.ts";
export * from "./find-connection.ts";
export * from "./refuse-credential.ts";
export * from "./replace-credential.ts";
