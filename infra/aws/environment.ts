import { metricsNamespace } from "./stage.ts";
import { databaseUrl, keeperDatabaseUrl } from "./secrets.ts";

/** Traces, where the standard variables are set at the deployment. Their headers may hold a token. */
const traces = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith("OTEL_"))
    .map(([name, value]) => [name, $util.secret(value ?? "")]),
);

const everywhere = {
  ...traces,
  DATABASE_URL: databaseUrl.value,
  METRICS_NAMESPACE: metricsNamespace,
};

/** One call at a time in a function, with a second connection for what overlaps. */
export const smallPool = { ...everywhere, DATABASE_POOL_MAX: "2" };

export const keeperPool = { ...smallPool, DATABASE_URL: keeperDatabaseUrl.value };

/** A drain writes down results while it claims, each on a connection of its own. */
export const drainPool = { ...everywhere, DATABASE_POOL_MAX: "5" };
