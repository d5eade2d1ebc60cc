import { Pool } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-serverless";
import type { Driver } from "./driver.ts";

export const neonDriver: Driver = {
  openPool: (settings) => new Pool(settings),
  bind: (client) => drizzle({ client: client as Pool }),
};
