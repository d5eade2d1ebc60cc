import { metricsNamespace } from "./metrics.ts";
import { databaseUrl } from "./secrets.ts";
import { traces } from "./traces.ts";

const everywhere = {
  ...traces,
  DATABASE_URL: databaseUrl.value,
  METRICS_NAMESPACE: metricsNamespace,
};

/** One call at a time in a function, with a second connection for what overlaps. */
export const smallPool = { ...everywhere, DATABASE_POOL_MAX: "2" };

/** A drain writes down results while it claims, each on a connection of its own. */
export const drainPool = { ...everywhere, DATABASE_POOL_MAX: "5" };
