import type { Page } from "playwright-core";
import { inPage } from "./in-page.ts";
import { redactedPage, type Redaction } from "./redact-page.ts";

/** What a portal showed when a step failed, without what it said of anybody. */
export interface Evidence {
  text: string;
  screenshot: Buffer | null;
}

interface EvidenceOptions {
  /** On the step that types a credential nothing is photographed. */
  during: "login" | "reading";
  /** Texts that must not stay, whatever they are: what was typed. */
  conceal?: readonly string[];
  maxBytes?: number;
}

const defaultMaxBytes = 262_144;
const limitMs = 5_000;
// Every letter becomes a dot: what is left is which boxes, tables and messages stood where.
const veil = "* { -webkit-text-security: disc !important; } input, textarea { opacity: 0 }";

/** Null when the page cannot be looked at any more. */
export async function captureEvidence(
  { page }: { page: Page },
  options: EvidenceOptions,
): Promise<Evidence | null> {
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const signal = AbortSignal.timeout(limitMs);
  try {
    const text = await within(
      signal,
      textOf(page, { conceal: [...(options.conceal ?? [])], maxLength: maxBytes }),
    );
    return {
      text: cut(text, maxBytes),
      screenshot: options.during === "login" ? null : await photograph(page, signal, maxBytes),
    };
  } catch {
    // Safe: evidence is a help, and a page that is gone or hangs has none to give.
    return null;
  }
}

async function textOf(page: Page, redaction: Redaction): Promise<string> {
  const parts: string[] = [];
  for (const frame of page.frames()) {
    const markup = await inPage(frame, redactedPage, redaction);
    parts.push(`<!-- frame "${frame.name()}" ${pathOf(frame.url())} -->\n${markup}`);
  }
  return parts.join("\n");
}

async function photograph(
  page: Page,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Buffer | null> {
  const shot = page.screenshot({ style: veil, type: "jpeg", quality: 40, timeout: limitMs });
  const bytes = await within(signal, shot);
  return bytes.length <= maxBytes ? bytes : null;
}

/** An address's query may hold a session's id. */
function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? "" : parsed.pathname.replaceAll(/\d/g, "#");
}

function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= maxBytes ? text : bytes.subarray(0, maxBytes).toString();
}

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => stopped.reject(signal.reason), { once: true });
  work.catch(() => undefined);
  stopped.promise.catch(() => undefined);
  return Promise.race([work, stopped.promise]);
}
