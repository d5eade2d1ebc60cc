import { AppError } from "#lib/kernel/errors/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";

/** Where a cloud service is reached. If absent, the SDK reads both from the environment. */
export interface AwsPlace {
  region?: string;
  /** An endpoint other than the cloud's: the protocol servers of local mode and tests. */
  endpoint?: string;
}

/** A frozen function thaws with dead sockets: no request may hang on one. */
const waits = { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/** `tryMs`: for a service that answers sooner than others, and whose callers cannot wait as long. */
export function clientSettings(
  { region, endpoint }: AwsPlace,
  { tryMs = waits.requestTimeout }: { tryMs?: number } = {},
) {
  return {
    maxAttempts: 3,
    // The first ends with an answer's head; the other covers an answer that stops half-way.
    requestHandler: { ...waits, requestTimeout: tryMs, socketTimeout: tryMs },
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && {
      endpoint,
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    }),
  };
}

const clients = new Map<string, () => Promise<unknown>>();

/** One client per process and place, which holds the open connections. Made on first use. */
export function sharedClient<Client>(
  service: string,
  { region, endpoint }: AwsPlace,
  make: () => Promise<Client>,
): Promise<Client> {
  const name = JSON.stringify([service, region, endpoint]);
  const client = clients.get(name) ?? loadOnce(make);
  clients.set(name, client);
  return client() as Promise<Client>;
}

interface ServiceFailure extends Error {
  $fault: "client" | "server";
}

const throttled = ["ThrottlingException", "RequestThrottled", "TooManyRequestsException"];

/**
 * For a request that failed after the SDK's own retries: an unreachable or throttling service is
 * `service_unavailable`; a refused request stays the failure it is.
 */
export function edgeFailure(error: unknown): unknown {
  if (isRefusal(error) && !throttled.includes(error.name)) return error;
  return new AppError("service_unavailable", { cause: error });
}

function isRefusal(error: unknown): error is ServiceFailure {
  return error instanceof Error && "$fault" in error && error.$fault === "client";
}
