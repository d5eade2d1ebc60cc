import { releaseOf } from "./release.ts";
import { metricsNamespace, otlpEndpoint } from "./stage.ts";
import { databaseUrl, keeperDatabaseUrl, otlpHeaders, workerDatabaseUrl } from "./secrets.ts";

/** Set if the stage's file names a collector. Its headers may contain a token. */
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

/** A function handles one call at a time; the second connection is for what overlaps. */
const small = { ...everywhere, DATABASE_POOL_MAX: "2" };

/** Each connects to the database in its own role. */
export const apiPool = { ...small, DATABASE_URL: databaseUrl.value };
export const workerPool = { ...small, DATABASE_URL: workerDatabaseUrl.value };
export const keeperPool = { ...small, DATABASE_URL: keeperDatabaseUrl.value };

/** A drain writes results while it claims, so it needs a connection for each. */
export const drainPool = { ...workerPool, DATABASE_POOL_MAX: "5" };
