import type { Page } from "playwright-core";
import type { Evidence } from "#lib/contract/index.ts";
import { inPage } from "./in-page.ts";
import { redactedPage, type Redaction } from "./redact-page.ts";

interface EvidenceOptions {
  /** While a credential is typed, no screenshot is taken. */
  during: "login" | "reading";
  /** Texts to remove wherever they occur: what was typed. */
  conceal?: readonly string[];
  maxBytes?: number;
}

const defaultMaxBytes = 262_144;
const limitMs = 5_000;
// Every letter becomes a dot, so only boxes, tables and the places of messages remain.
const veil = "* { -webkit-text-security: disc !important; } input, textarea { opacity: 0 }";

/** Null when the page can no longer be read. */
export async function captureEvidence(
  { page }: { page: Page },
  options: EvidenceOptions,
): Promise<Evidence | null> {
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const signal = AbortSignal.timeout(limitMs);
  try {
    const redaction = { conceal: [...(options.conceal ?? [])], maxLength: maxBytes };
    const text = await within(signal, textOf(page, redaction));
    return {
      text: cut(masked(text, redaction), maxBytes),
      screenshot: options.during === "login" ? null : await photograph(page, signal, maxBytes),
    };
  } catch {
    // Safe: evidence is optional, and a page that is gone or hangs has none.
    return null;
  }
}

async function textOf(page: Page, redaction: Redaction): Promise<string> {
  let text = "";
  for (const frame of page.frames()) {
    if (text.length > redaction.maxLength) break;
    const markup = await inPage(frame, redactedPage, redaction);
    text += `<!-- frame "${frame.name()}" ${pathOf(frame.url())} -->\n${markup}\n`;
  }
  return text;
}

/** Frames have names of the portal's choice, and a page's scripts may have changed what redacts it. */
function masked(text: string, { conceal }: Redaction): string {
  let clean = text;
  for (const secret of conceal) {
    if (secret !== "") clean = clean.replaceAll(secret, "[concealed]");
  }
  // The digit of a heading's tag is no data.
  return clean.replaceAll(/(?<!<\/?h)\d/g, "#");
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

/** The query of an address may contain a session id. */
function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? "" : parsed.pathname;
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
