import type { Page } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { BrowserFailure } from "./failures.ts";
import { inPage } from "./in-page.ts";
import { requireStatus } from "./navigate.ts";
import { step, type Bounded } from "./step.ts";

export interface InPageRequest {
  url: string;
  /** By default GET, or POST when there is a body. */
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  form?: Record<string, string>;
  /** The same, already encoded in the portal's own charset. */
  encodedForm?: string;
  /** A JSON body instead of a form. */
  json?: object;
  /** An XML body. */
  xml?: string;
  limitMs?: number;
  maxBytes?: number;
}

interface PageAnswer {
  status: number;
  /** The media type without its parameters. */
  type: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Decoded with the answer's charset, or UTF-8 when it names none. */
  text: string;
}

const megabyte = 1_048_576;
const graceMs = 5_000;

/**
 * Asks the portal from inside its own page: with its cookies, under the browser's restrictions,
 * without leaving the page. Server errors are thrown; the driver decides what a refusal means.
 */
export async function askInPage(
  session: Bounded & { page: Page },
  request: InPageRequest,
): Promise<PageAnswer> {
  const name = "ask the portal";
  const bounded = { limitMs: 30_000, maxBytes: 20 * megabyte, ...request };
  const fetched = await step(session, name, () =>
    // The page enforces the limit itself, and explains a timeout better than no answer would.
    inPage(session.page, fetchInside, bounded, { limitMs: bounded.limitMs + graceMs }),
  );
  switch (fetched.kind) {
    case "answered":
      if (fetched.status >= 500 || fetched.status === 429) requireStatus(name, fetched.status);
      return fetched;
    case "late":
      throw new AppError("timeout", { cause: new BrowserFailure(name, "no answer in time") });
    case "lost":
      throw new AppError("upstream_error", { cause: new BrowserFailure(name, "no answer") });
    case "large":
      throw new AppError("upstream_unexpected_response", {
        cause: new BrowserFailure(name, "larger than allowed"),
      });
  }
}

type Fetched = ({ kind: "answered" } & PageAnswer) | { kind: "late" | "lost" | "large" };

/** Runs inside the page: it can use nothing from this file. */
async function fetchInside(
  request: InPageRequest & { limitMs: number; maxBytes: number },
): Promise<Fetched> {
  const { url, method, headers = {}, form, encodedForm, json, xml, limitMs, maxBytes } = request;
  const asJson = json === undefined ? {} : { "content-type": "application/json" };
  const asXml = xml === undefined ? {} : { "content-type": "text/xml;charset=UTF-8" };
  const asForm =
    encodedForm === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  const inForm = encodedForm ?? (form && new URLSearchParams(form));
  const body = xml ?? (json === undefined ? inForm : JSON.stringify(json));
  try {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...asJson, ...asXml, ...asForm, ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(limitMs),
    });
    if (Number(response.headers.get("content-length") ?? 0) > maxBytes) return { kind: "large" };
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return { kind: "large" };
      chunks.push(chunk);
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    const [type = "", ...parameters] = (response.headers.get("content-type") ?? "").split(";");
    const charset = parameters
      .map((text) => /charset=["']?([\w-]+)/i.exec(text)?.[1])
      .find(Boolean);
    const text = new TextDecoder(charset ?? "utf-8").decode(bytes);
    return {
      kind: "answered",
      status: response.status,
      type: type.trim().toLowerCase(),
      headers: Object.fromEntries(response.headers),
      text,
    };
  } catch (error) {
    return { kind: (error as { name?: string }).name === "TimeoutError" ? "late" : "lost" };
  }
}
