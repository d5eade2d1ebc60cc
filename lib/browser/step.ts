import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import { browserError } from "./failures.ts";

/** What a step needs of its session; a derived session may have another signal. */
export interface Bounded {
  signal: AbortSignal;
}

/**
 * Everything a driver asks of the browser goes through a step: it ends when the session's signal
 * fires, and what it throws carries a code and none of the portal's text.
 */
export function step<T>(
  { signal }: Bounded,
  name: string,
  work: () => Promise<T>,
  onTimeout: ErrorCode = "upstream_unexpected_response",
): Promise<T> {
  const fields = { "connect.step": name };
  return traced({ name: "portal step", fields }, () => bounded(signal, name, work, onTimeout));
}

async function bounded<T>(
  signal: AbortSignal,
  name: string,
  work: () => Promise<T>,
  onTimeout: ErrorCode,
): Promise<T> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), stopped.promise]);
  } catch (thrown) {
    signal.throwIfAborted();
    throw browserError(thrown, name, onTimeout);
  } finally {
    signal.removeEventListener("abort", stop);
    // A signal that fires after the race must not become an unhandled rejection.
    stopped.promise.catch(() => undefined);
  }
}
