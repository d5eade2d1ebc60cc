import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { pauseSecondsIn, readAtMost, sendOnce } from "#lib/kernel/one-request.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { parseProblem, type Problem } from "../parse/problem.ts";

const limitMs = 20_000;
const maxBytes = 1024 * 1024;
/** The longest that a visit pauses because of rate limits, at once and in total. */
const longestPauseSeconds = 5;
const mostPauses = 3;

interface Options {
  baseUrl: string;
  signal: AbortSignal;
}

interface Asked {
  path: string;
  /** If absent, the request is a GET. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The length of the body, in bytes. */
  size: number;
  /** Null if the body is not JSON. */
  json: unknown;
  /** Why the system refused; null for a success, and for an answer that is not the system's own. */
  problem: Problem | null;
}

/** The system's API under one key. Errors contain nothing of its answers. */
export class Api {
  readonly #base: URL;
  readonly #signal: AbortSignal;
  #key = "";
  #pauses = 0;

  constructor({ baseUrl, signal }: Options) {
    this.#base = new URL(`${baseUrl.replace(/\/$/, "")}/v2/`);
    this.#signal = signal;
  }

  enter(key: string): void {
    this.#key = key;
  }

  /** A request that changes nothing: repeated when the system reports a rate limit. */
  async ask(asked: Asked): Promise<ApiAnswer> {
    const answer = await this.once(asked);
    if (answer.status !== 429) return answer;
    const seconds = pauseSecondsIn(answer);
    const isLong = seconds === null || seconds > longestPauseSeconds;
    if (isLong || this.#pauses === mostPauses) {
      const details = seconds ? { details: { retryAfterSeconds: seconds } } : {};
      throw new AppError("connection_busy", details);
    }
    this.#pauses += 1;
    await pause(seconds * 1000, null, { signal: this.#signal });
    return this.ask(asked);
  }

  /** Returns the answer, or throws the error for the caller. */
  async read(path: string): Promise<ApiAnswer> {
    const answer = await this.ask({ path });
    if (answer.status === 200) return answer;
    throw apiFailure(answer);
  }

  /** Sends exactly one request: without an answer its outcome is unknown. */
  async once({ path, body, headers }: Asked): Promise<ApiAnswer> {
    const url = this.#urlOf(path);
    const plain = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const late = AbortSignal.timeout(limitMs);
    try {
      const answer = await sendOnce(
        url,
        {
          method: plain === undefined ? "GET" : "POST",
          headers: {
            accept: "application/json",
            "api-key": this.#key,
            ...(plain !== undefined && {
              "content-type": "application/json",
              "content-length": String(plain.length),
            }),
            ...headers,
          },
          signal: AbortSignal.any([this.#signal, late]),
        },
        plain,
      );
      const bytes = await readAtMost(answer, bounds);
      const json = jsonIn(bytes);
      const status = answer.statusCode ?? 0;
      const problem = status >= 400 ? parseProblem(json) : null;
      return { status, headers: answer.headers, size: bytes.length, json, problem };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw failed(late.aborted ? "timeout" : "upstream_error", "no answer");
    }
  }

  /** A link must stay within the API, and the key is sent nowhere else. */
  #urlOf(path: string): URL {
    const url = new URL(path, this.#base);
    const isInside =
      url.origin === this.#base.origin && url.pathname.startsWith(this.#base.pathname);
    if (!isInside) throw unknownShape("a link that leads out of the API");
    return url;
  }
}

const bounds = {
  maxBytes,
  tooLong: failed("upstream_unexpected_response", "larger than allowed"),
  packed: failed("upstream_unexpected_response", "a packed answer"),
};

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

/** The error for an answer that does not fit the question. */
export function apiFailure({ status, problem }: ApiAnswer): AppError {
  switch (problem?.kind) {
    case "clave-ausente":
    case "clave-no-valida":
      return new AppError("connection_credential_required");
    case "cuenta-suspendida":
      return new AppError("connection_busy");
    default:
      return status >= 500
        ? failed("upstream_error", `status ${status}`)
        : failed("upstream_unexpected_response", `status ${status}`);
  }
}

function failed(code: ErrorCode, reason: string): AppError {
  return new AppError(code, { cause: new Error(`the invoicing system: ${reason}`) });
}
