export interface ConnectOptions {
  /**
   * The service's address: https, or http on this machine. Defaults to CONNECT_URL from the
   * environment.
   */
  baseUrl?: string | undefined;
  /**
   * The API key, or a function that returns a valid access token each time. Defaults to
   * CONNECT_API_KEY.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Used instead of the platform's fetch. */
  fetch?: typeof fetch | undefined;
  /** How long one request may take. Defaults to 60,000. */
  timeoutMs?: number | undefined;
  /** Your program, named in `x-connect-client`. */
  app?: { name: string; version: string } | undefined;
  /** Called after every request. Never given a key, an input or an answer. */
  log?: ((request: RequestRecord) => void) | undefined;
}

/** What `log` gets of each request. */
export interface RequestRecord {
  method: string;
  path: string;
  /** Null when no answer came. */
  status: number | null;
  durationMs: number;
  /** Identifies the request in the service's audit log. */
  requestId: string | null;
}

const optionNames: Record<keyof ConnectOptions, true> = {
  baseUrl: true,
  apiKey: true,
  fetch: true,
  timeoutMs: true,
  app: true,
  log: true,
};

export type CompleteOptions = ConnectOptions & {
  baseUrl: string;
  apiKey: NonNullable<ConnectOptions["apiKey"]>;
};

/** Fills in address and credential from the environment; a runtime without one needs them given. */
export function completeOptions(options: ConnectOptions): CompleteOptions {
  checkOptions(options, optionNames);
  const { baseUrl = fromEnvironment("CONNECT_URL"), apiKey = fromEnvironment("CONNECT_API_KEY") } =
    options;
  if (baseUrl === undefined) throw new TypeError("give baseUrl, or set CONNECT_URL");
  if (apiKey === undefined) throw new TypeError("give apiKey, or set CONNECT_API_KEY");
  return { ...options, baseUrl, apiKey };
}

function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[name];
  return value === "" ? undefined : value;
}

/** Options of every request. */
export interface RequestOptions {
  /** A label of yours for the audit log: 200 characters, never trusted. */
  traceId?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** What the platform provides and tests replace. */
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

/** A key must not travel unencrypted, so plain http is for this machine only. */
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

const longestTimerMs = 2 ** 31 - 1;

/** A timer that is given more than it can hold is over at once, when the request is already sent. */
export function checkedTimeoutMs(timeoutMs: number): number {
  if (timeoutMs > 0) return Math.min(timeoutMs, longestTimerMs);
  throw new TypeError("timeoutMs has to be more than 0");
}

/**
 * A misspelled option would be silently ignored, so it is refused by name. The keys of `known` are
 * all options that the caller may give.
 */
export function checkOptions(given: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue;
    throw new TypeError(`no option ${name}; the options are ${Object.keys(known).join(", ")}`);
  }
}

/** The options of any request. */
export const requestOptionNames = { traceId: true, signal: true, timeoutMs: true } as const;
