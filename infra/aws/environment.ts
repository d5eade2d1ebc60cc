import { metricsNamespace } from "./stage.ts";
import { databaseUrl, keeperDatabaseUrl, workerDatabaseUrl } from "./secrets.ts";

/** Traces, where the standard variables are set at the deployment. Their headers may hold a token. */
const traces = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith("OTEL_"))
    .map(([name, value]) => [name, $util.secret(value ?? "")]),
);

const everywhere = {
  ...traces,
  METRICS_NAMESPACE: metricsNamespace,
};

/** One call at a time in a function, with a second connection for what overlaps. */
const small = { ...everywhere, DATABASE_POOL_MAX: "2" };

/** Each enters the database in its role. */
export const apiPool = { ...small, DATABASE_URL: databaseUrl.value };
export const workerPool = { ...small, DATABASE_URL: workerDatabaseUrl.value };
export const keeperPool = { ...small, DATABASE_URL: keeperDatabaseUrl.value };

/** A drain writes down results while it claims, each on a connection of its own. */
export const drainPool = { ...workerPool, DATABASE_POOL_MAX: "5" };
