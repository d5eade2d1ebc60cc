import * as z from "zod";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { pauseSecondsIn, readAtMost, sendOnce } from "#lib/kernel/one-request.ts";

const limitMs = 8_000;
const maxBytes = 8 * 1024 * 1024;

interface Asked {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

interface Answered {
  status: number;
  body: unknown;
}

const Failure = z.object({ error: z.object({ codigo: z.string() }) });

/** The token is no longer accepted: it expired, or its owner revoked it. */
export class TokenNotTaken extends AppError {
  constructor() {
    super("connected_account_required");
    this.name = "TokenNotTaken";
  }
}

/** The provider's API, one request at a time: no redirect, no retry, no decompression. */
export class MailApi {
  readonly #baseUrl: string;
  readonly #signal: AbortSignal;
  #accessToken = "";

  constructor(baseUrl: string, signal: AbortSignal) {
    this.#baseUrl = baseUrl;
    this.#signal = signal;
  }

  use(accessToken: string): void {
    this.#accessToken = accessToken;
  }

  /** Reads an object, or null if it does not exist; any other refusal is thrown. */
  async read<T>(schema: z.ZodType<T>, asked: Asked): Promise<T | null> {
    const answer = await this.ask(asked);
    if (answer.status === 404) return null;
    return parsed(schema, answer);
  }

  /** The same for one that must exist. */
  async get<T>(schema: z.ZodType<T>, asked: Asked): Promise<T> {
    return parsed(schema, await this.ask(asked));
  }

  /** Returns any answer, unless it says nothing about the question. */
  async ask({ method = "GET", path, query = {}, body }: Asked): Promise<Answered> {
    const url = new URL(`${this.#baseUrl}/v1${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { authorization: `Bearer ${this.#accessToken}`, accept: "application/json" };
    const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const { status, bytes, pauseSeconds } = await request(url, {
      signal: this.#signal,
      method,
      headers: json === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: json,
    });
    if (status === 401) throw new TokenNotTaken();
    if (status === 403) throw refusedBy(jsonOf(bytes));
    if (status === 429) {
      const details = pauseSeconds ? { details: { retryAfterSeconds: pauseSeconds } } : {};
      throw new AppError("upstream_error", details);
    }
    if (status >= 500) throw failed("upstream_error", `answered ${status}`);
    return { status, body: status === 204 ? null : jsonOf(bytes) };
  }
}

interface Sent {
  signal: AbortSignal;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
}

/** One request with its own time limit; whatever breaks it is `upstream_error`. */
export async function request(url: URL, { signal, body, ...options }: Sent) {
  const late = AbortSignal.timeout(limitMs);
  try {
    const within = { ...options, signal: AbortSignal.any([signal, late]) };
    const answer = await sendOnce(url, within, body);
    const bytes = await readAtMost(answer, {
      maxBytes,
      tooLong: failed("upstream_unexpected_response", "larger than allowed"),
      packed: failed("upstream_unexpected_response", "a packed answer"),
    });
    return { status: answer.statusCode ?? 0, bytes, pauseSeconds: pauseSecondsIn(answer) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw failed("upstream_error", late.aborted ? "no answer in time" : "no answer");
  }
}

export function parsed<T>(schema: z.ZodType<T>, { status, body }: Answered): T {
  if (status >= 300) throw failed("upstream_unexpected_response", `answered ${status}`);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw failed("upstream_unexpected_response", "an answer of another shape");
}

/** Null if it is not JSON, which matches no answer's schema. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return null;
  }
}

function refusedBy(body: unknown): AppError {
  const failure = Failure.safeParse(body);
  return failure.success && failure.data.error.codigo === "permiso_insuficiente"
    ? new AppError("forbidden", { details: { reason: "provider_scope_missing" } })
    : failed("upstream_unexpected_response", "answered 403");
}

/** Its cause says what was seen, and nothing that was sent. */
export function failed(code: ErrorCode, seen: string): AppError {
  return new AppError(code, { cause: new Error(`the mail provider: ${seen}`) });
}
