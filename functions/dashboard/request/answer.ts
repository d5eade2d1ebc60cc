import type { Context } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { AppError } from "#lib/kernel/errors/index.ts";

export interface PageOptions {
  status?: number;
  cookies?: readonly string[];
  /** Origins or schemes that a form's answer redirects to: browsers check the form's policy for them too. */
  formsGoTo?: readonly string[];
}

function headersOf(formsGoTo: readonly string[]): Record<string, string> {
  const forms = ["'self'", ...formsGoTo].join(" ");
  return {
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex, nofollow",
  };
}

/** A page that is never cached or framed. */
export async function pageAnswer(
  page: JSX.Element,
  { status = 200, cookies = [], formsGoTo = [] }: PageOptions = {},
): Promise<Response> {
  const headers = new Headers(headersOf(formsGoTo));
  headers.set("content-type", "text/html; charset=UTF-8");
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(`<!doctype html>${await page}`, { status, headers });
}

/** For a page that explains why a request failed; without an error the usual status. */
export function statusOf(error: AppError | undefined): PageOptions {
  return error === undefined ? {} : { status: error.entry.status };
}

/** A file to save, never shown. */
export function fileAnswer(
  content: string | Uint8Array<ArrayBuffer>,
  { name, type }: { name: string; type: string },
): Response {
  const headers = new Headers(headersOf([]));
  headers.set("content-type", typeof content === "string" ? `${type}; charset=UTF-8` : type);
  headers.set("content-disposition", `attachment; filename="${name}"`);
  return new Response(content, { headers });
}

/** After a form: the browser requests the next page, so going back does not send the form again. */
export function goTo(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...headersOf([]), location: path });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** A path of this service to go to, or null. One slash, no backslash: browsers read two as a host. */
export function ownPath(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > 6_000) return null;
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes("\\")) return null;
  const { origin, pathname, search } = new URL(text, "https://here.invalid");
  if (origin !== "https://here.invalid" || pathname.startsWith("//")) return null;
  return pathname + search;
}

/** Adds the page to return to afterwards to a link. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}

/** Where to return after signing in: this page, or the one whose form was sent. */
export function placeOf({ req }: Context): string | null {
  if (req.method === "GET") {
    const { pathname, search } = new URL(req.url);
    return ownPath(pathname + search);
  }
  const referrer = URL.parse(req.header("referer") ?? "");
  return referrer === null ? null : ownPath(referrer.pathname + referrer.search);
}
