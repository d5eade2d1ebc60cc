import { releaseOf } from "./release.ts";
import { metricsNamespace, otlpEndpoint } from "./stage.ts";
import { databaseUrl, keeperDatabaseUrl, otlpHeaders, workerDatabaseUrl } from "./secrets.ts";

/** Where the stage's file names a collector. Its headers may hold a token. */
const traces: Record<string, $util.Input<string>> = otlpEndpoint === undefined
  ? {}
  : {
      OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
      OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.value,
    };

const everywhere = {
  ...traces,
  METRICS_NAMESPACE: metricsNamespace,
  RELEASE: releaseOf(),
};

/** One call at a time in a function, with a second connection for what overlaps. */
const small = { ...everywhere, DATABASE_POOL_MAX: "2" };

/** Each enters the database in its role. */
export const apiPool = { ...small, DATABASE_URL: databaseUrl.value };
export const workerPool = { ...small, DATABASE_URL: workerDatabaseUrl.value };
export const keeperPool = { ...small, DATABASE_URL: keeperDatabaseUrl.value };

/** A drain writes down results while it claims, each on a connection of its own. */
export const drainPool = { ...workerPool, DATABASE_POOL_MAX: "5" };
