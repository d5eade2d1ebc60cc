import { databaseUrl } from "./secrets.ts";

/** One call at a time in a function, with a second connection for what overlaps. */
export const smallPool = { DATABASE_URL: databaseUrl.value, DATABASE_POOL_MAX: "2" };

/** A drain writes down results while it claims, each on a connection of its own. */
export const drainPool = { DATABASE_URL: databaseUrl.value, DATABASE_POOL_MAX: "5" };
