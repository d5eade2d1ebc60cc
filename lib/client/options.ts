export interface ConnectOptions {
  /** Where the service is: https, or http on this machine. */
  baseUrl: string;
  /** The API key, or what gives a valid access token each time. */
  apiKey: string | (() => string | Promise<string>);
  /** In place of the platform's own. */
  fetch?: typeof fetch | undefined;
  /** How long one request may take. 60,000 when not given. */
  timeoutMs?: number | undefined;
  /** Your program, named in `x-connect-client`. */
  app?: { name: string; version: string } | undefined;
}

/** What every request can be given. */
export interface RequestOptions {
  /** A label of yours for the audit log: 200 characters, never trusted. */
  traceId?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** What the platform does and tests stand in for. */
export interface Runtime {
  /** Rejects with the signal's reason once it aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  now(): number;
  /** From 0 up to 1. */
  random(): number;
}

export const webRuntime: Runtime = {
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      if (signal?.aborted === true) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    }),
  now: () => Date.now(),
  random: () => Math.random(),
};

/** A key must not travel in the clear, so plain http is for this machine alone. */
export function checkedBaseUrl(baseUrl: string): string {
  const { protocol, hostname, username, search, hash } = new URL(baseUrl);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isHere)) {
    throw new TypeError("baseUrl has to be https, or http on this machine");
  }
  if (username !== "" || search !== "" || hash !== "") {
    throw new TypeError("baseUrl has to be an address alone");
  }
  return baseUrl.replace(/\/+$/, "");
}
