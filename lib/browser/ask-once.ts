import type { Page } from "playwright-core";
import { BrowserFailure } from "./failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { step, type Bounded } from "./step.ts";

interface OnceRequest {
  url: string;
  /** Absent: a GET. */
  encodedForm?: string;
  limitMs: number;
}

interface OnceAnswer {
  status: number;
  bytes: Buffer;
}

/**
 * One request with the session's cookies, outside the page. Chromium sends a POST again by itself
 * when its connection is cut before an answer: what must not happen twice goes out here.
 */
export async function askOnce(
  session: Bounded & { page: Page },
  { url, encodedForm, limitMs }: OnceRequest,
): Promise<OnceAnswer> {
  const name = "ask the portal once";
  if (new URL(url).origin !== new URL(session.page.url()).origin) {
    throw new AppError("upstream_unexpected_response", {
      cause: new BrowserFailure(name, "left the portal"),
    });
  }
  return step(
    session,
    name,
    async () => {
      const response = await session.page.context().request.fetch(url, {
        method: encodedForm === undefined ? "GET" : "POST",
        ...(encodedForm !== undefined && {
          data: encodedForm,
          headers: { "content-type": "application/x-www-form-urlencoded" },
        }),
        timeout: limitMs,
        maxRedirects: 0,
        maxRetries: 0,
      });
      return { status: response.status(), bytes: await response.body() };
    },
    "timeout",
  );
}
