import { answerOf } from "./answer.ts";
import { ConnectNoAnswer } from "./errors.ts";
import {
  checkedBaseUrl,
  checkedTimeoutMs,
  checkOptions,
  requestOptionNames,
  type CompleteOptions,
  type RequestOptions,
  type RequestRecord,
  type Runtime,
} from "./options.ts";
import { clientLabel } from "./package.ts";
import { pauseBefore } from "./retries.ts";

export interface Request {
  method: string;
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  options?: RequestOptions | undefined;
}

/** Sends a request and returns the body of a success. */
export type Send = (request: Request) => Promise<Record<string, unknown>>;

/** The same, when a success is a file, or a part of one. */
export type Download = (
  request: Request,
) => Promise<{ bytes: Uint8Array<ArrayBuffer>; link: string | null }>;

export function createTransport(options: CompleteOptions, runtime: Runtime): Send {
  const sendOnce = createSendOnce(options, runtime, async (response) =>
    answerOf(response, await response.text(), runtime.now()),
  );
  return tryingAgain(sendOnce, runtime);
}

/** Only a GET is ever repeated: what a POST did when its answer was lost cannot be known here. */
export function tryingAgain<T>(
  sendOnce: (request: Request) => Promise<T>,
  runtime: Runtime,
): (request: Request) => Promise<T> {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(request);
      } catch (thrown) {
        if (request.method !== "GET") throw thrown;
        const pauseMs = pauseBefore(attempt + 1, thrown, runtime.random);
        if (pauseMs === null) throw thrown;
        await runtime.wait(pauseMs, request.options?.signal);
      }
    }
  };
}

/** Sends once, although it is a GET: a link to a document works once. */
export function createDownload(options: CompleteOptions, runtime: Runtime): Download {
  return createSendOnce(options, runtime, async (response) => {
    if (response.ok) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { bytes, link: response.headers.get("link") };
    }
    answerOf(response, await response.text(), runtime.now());
    throw new ConnectNoAnswer("not_an_answer", { status: response.status });
  });
}

function createSendOnce<T>(
  options: CompleteOptions,
  runtime: Runtime,
  read: (response: Response) => Promise<T>,
): (request: Request) => Promise<T> {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const client = clientLabel(options.app);
  const { apiKey, fetch: given, timeoutMs: usual = 60_000, log } = options;
  if (apiKey === "") throw new TypeError("apiKey is empty");
  checkedTimeoutMs(usual);
  return async (request) => {
    const { method, path, query = {}, body, options: own = {} } = request;
    checkOptions(own, requestOptionNames);
    const timeoutMs = checkedTimeoutMs(own.timeoutMs ?? usual);
    const key = typeof apiKey === "string" ? apiKey : await apiKey();
    own.signal?.throwIfAborted();
    const init: RequestInit = {
      method,
      headers: headersOf(request, key, client),
      // The key must not follow a redirect.
      redirect: "manual",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const deadline = startDeadline(timeoutMs, own.signal);
    const startedMs = runtime.now();
    let answered: Response | null = null;
    try {
      // Looked up at each call, so that a fetch that is replaced later is used.
      answered = await (given ?? globalThis.fetch)(`${baseUrl}${path}${queryText(query)}`, {
        ...init,
        signal: deadline.signal,
      });
      return await read(answered);
    } catch (thrown) {
      throw deadline.explain(thrown);
    } finally {
      deadline.end();
      const durationMs = runtime.now() - startedMs;
      if (log !== undefined) tell(log, recordOf(method, path, answered, durationMs));
    }
  };
}

function recordOf(
  method: string,
  path: string,
  answered: Response | null,
  durationMs: number,
): RequestRecord {
  const requestId = answered?.headers.get("x-request-id") ?? null;
  return { method, path, status: answered?.status ?? null, durationMs, requestId };
}

/**
 * Runs in its own task: a log that throws does not lose the answer, and its error still surfaces.
 */
function tell(log: (record: RequestRecord) => void, record: RequestRecord): void {
  void Promise.resolve(record).then(log);
}

function headersOf({ headers = {}, body, options }: Request, key: string, client: string): Headers {
  const all = new Headers({ authorization: `Bearer ${key}`, "x-connect-client": client });
  if (body !== undefined) all.set("content-type", "application/json");
  if (options?.traceId !== undefined) all.set("x-client-trace-id", traceText(options.traceId));
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, value);
  }
  return all;
}

/** One limit for the whole request, body included, in addition to the caller's own signal. */
function startDeadline(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener("abort", onAbort, { once: true });
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
    explain: (thrown: unknown): unknown => {
      if (outer?.aborted === true) return outer.reason;
      if (isOver) return new ConnectNoAnswer("timeout", { cause: thrown });
      const isOurs = thrown instanceof Error && thrown.name.startsWith("Connect");
      return isOurs ? thrown : new ConnectNoAnswer("network", { cause: thrown });
    },
  };
}

function queryText(query: NonNullable<Request["query"]>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  const text = given.toString();
  return text === "" ? "" : `?${text}`;
}

/** Headers only allow Latin-1. */
function traceText(traceId: string): string {
  return traceId.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?").slice(0, 200);
}
