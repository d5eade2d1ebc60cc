import type { OutgoingHttpHeaders } from "node:http";
import type { Page } from "playwright-core";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { readAtMost, sendOnce } from "#lib/kernel/one-request.ts";
import { BrowserFailure } from "./failures.ts";
import { jobLimits } from "./process/job-limits.ts";
import { cookieOf } from "./set-cookie.ts";
import { step, type Bounded } from "./step.ts";

interface OnceRequest {
  url: string;
  /** If this and `parts` are absent, the request is a GET. */
  encodedForm?: string;
  /** The fields of a multipart form, instead of `encodedForm`. */
  parts?: Readonly<Record<string, string>>;
  limitMs: number;
  /** The limit for the answer, counted as it is read; by default that of a page. */
  maxBytes?: number;
  /** The error for an answer over the limit. */
  tooLong?: AppError;
}

interface OnceAnswer {
  status: number;
  bytes: Buffer;
}

type OnceSession = Bounded & { page: Page; userAgent: string };

const name = "ask the portal once";

/**
 * One request with the session's cookies, outside the page. Chromium repeats a POST whose
 * connection is cut, so what must not happen twice is sent here, on its own connection, without
 * following redirects. Once it is sent, a failure says nothing about the outcome.
 */
export async function requestOnce(session: OnceSession, asked: OnceRequest): Promise<OnceAnswer> {
  const url = new URL(asked.url);
  if (url.origin !== new URL(session.page.url()).origin) {
    throw failed("upstream_unexpected_response", "left the portal");
  }
  const late = AbortSignal.timeout(asked.limitMs);
  return step(session, name, async () => {
    const body = await bodyOf(asked);
    const method = body === null ? "GET" : "POST";
    const headers = await headersFor(session, asked.url, body);
    try {
      const signal = AbortSignal.any([session.signal, late]);
      const answer = await sendOnce(url, { method, headers, signal }, body?.bytes);
      await keepCookies(session.page, url, answer.headers["set-cookie"] ?? []);
      const bytes = await readAtMost(answer, boundsOf(asked));
      return { status: answer.statusCode ?? 0, bytes };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw late.aborted
        ? failed("timeout", "no answer in time")
        : failed("upstream_error", "no answer");
    }
  });
}

interface OnceBody {
  type: string;
  bytes: Buffer;
}

async function bodyOf({ encodedForm, parts }: OnceRequest): Promise<OnceBody | null> {
  if (encodedForm !== undefined) {
    return { type: "application/x-www-form-urlencoded", bytes: Buffer.from(encodedForm) };
  }
  if (parts === undefined) return null;
  const form = new FormData();
  for (const [name, text] of Object.entries(parts)) form.append(name, text);
  // Response chooses the boundary and puts it into the content type.
  const written = new Response(form);
  const type = written.headers.get("content-type") ?? "";
  return { type, bytes: Buffer.from(await written.arrayBuffer()) };
}

async function headersFor(
  { page, userAgent }: OnceSession,
  url: string,
  body: OnceBody | null,
): Promise<OutgoingHttpHeaders> {
  const cookies = await page.context().cookies(url);
  return {
    accept: "*/*",
    "user-agent": userAgent,
    ...(cookies.length > 0 && { cookie: cookies.map((c) => `${c.name}=${c.value}`).join("; ") }),
    ...(body !== null && {
      "content-type": body.type,
      "content-length": String(body.bytes.length),
    }),
  };
}

function boundsOf({ maxBytes = jobLimits.answerBytes, tooLong }: OnceRequest) {
  return {
    maxBytes,
    tooLong: tooLong ?? failed("upstream_unexpected_response", "larger than allowed"),
    packed: failed("upstream_unexpected_response", "a packed answer"),
  };
}

/** As the browser would: otherwise a portal that renews its session would end it. */
async function keepCookies(page: Page, sender: URL, lines: readonly string[]): Promise<void> {
  // The machine's own clock, as in Chromium.
  const cookies = lines.map((line) => cookieOf(line, sender, Date.now()));
  for (const cookie of cookies) {
    if (cookie === null) continue;
    // Safe: a browser drops a cookie that it does not take, and what was sent cannot be asked again.
    await page
      .context()
      .addCookies([cookie])
      .catch(() => undefined);
  }
}

function failed(code: ErrorCode, reason: string): AppError {
  return new AppError(code, { cause: new BrowserFailure(name, reason) });
}
