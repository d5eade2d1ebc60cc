import { testApi, type TestApi } from "./api.ts";

/** Nothing here with which one file could count, move, empty or end what another one uses. */
export type SharedApi = Pick<TestApi, "app" | "organization" | "connection" | "contextOf">;

let opened: Promise<SharedApi> | null = null;

/**
 * One service and database for all files of a process that differ only in their organization. It ends with the
 * process. A file with a clock, options or rows of its own begins with `testApi`.
 */
export function sharedApi(): Promise<SharedApi> {
  opened ??= testApi().then(({ app, organization, connection, contextOf }) => ({
    app,
    organization,
    connection,
    contextOf,
  }));
  return opened;
}
