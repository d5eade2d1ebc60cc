import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { Driver } from "./driver.ts";

export const pgDriver: Driver = {
  openPool: (settings) => new Pool(settings),
  bind: (client) => drizzle({ client: client as Pool }),
};
