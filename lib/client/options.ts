export interface ConnectOptions {
  /** Where the service is: https, or http on this machine. The environment's CONNECT_URL when not given. */
  baseUrl?: string | undefined;
  /** The API key, or what gives a valid access token each time. CONNECT_API_KEY when not given. */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** In place of the platform's own. */
  fetch?: typeof fetch | undefined;
  /** How long one request may take. 60,000 when not given. */
  timeoutMs?: number | undefined;
  /** Your program, named in `x-connect-client`. */
  app?: { name: string; version: string } | undefined;
  /** Told of every request once it has ended. Never given a key, an input or an answer. */
  log?: ((request: RequestRecord) => void) | undefined;
}

/** What is told of a request to who logs them. */
export interface RequestRecord {
  method: string;
  path: string;
  /** Null where no answer came. */
  status: number | null;
  durationMs: number;
  /** Names the request in the service's audit log. */
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

/** With what the environment says of where and who; a runtime without one has to be told. */
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

/**
 * A misspelled option would be passed over in silence, and with it what it was to do: it is named.
 * The keys of `known` are every option that the caller may give.
 */
export function checkOptions(given: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue;
    throw new TypeError(`no option ${name}; the options are ${Object.keys(known).join(", ")}`);
  }
}

/** Of any request. */
export const requestOptionNames = { traceId: true, signal: true, timeoutMs: true } as const;
