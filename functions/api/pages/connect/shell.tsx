import type { JSX } from "hono/jsx/jsx-runtime";
import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { style } from "../style.ts";
import { scriptPath } from "./connect-script.ts";
import { connectStyle } from "./connect-style.ts";

const css = style + connectStyle;
const cssHash = createHash("sha256").update(css).digest("base64");

/** The address holds a secret and the form takes another: nothing is kept, framed or passed on. */
const connectHeaders = {
  "content-type": "text/html; charset=UTF-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'sha256-${cssHash}'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
};

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26" fill="none" stroke="#97420f" stroke-width="3"><circle cx="9" cy="13" r="6.5"/><circle cx="17" cy="13" r="6.5"/></svg>',
)}`;

interface ShellProps {
  title: string;
  /** Looks again by itself where scripts do not. */
  refreshSeconds?: number;
  children?: Child;
}

export function Shell({ title, refreshSeconds, children }: ShellProps) {
  return (
    <html lang="es-CL">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Connect`}</title>
        <link rel="icon" type="image/svg+xml" href={icon} />
        {refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
        <style>{raw(css)}</style>
        <script src={scriptPath} defer></script>
      </head>
      <body>
        <header class="brand">
          <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true">
            <circle cx="9.5" cy="13" r="6.5" stroke="currentColor" stroke-width="2.4" />
            <circle cx="16.5" cy="13" r="6.5" stroke="currentColor" stroke-width="2.4" />
          </svg>
          Connect
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

export async function respond(page: JSX.Element, status: number): Promise<Response> {
  return new Response(`<!doctype html>${await page}`, { status, headers: connectHeaders });
}

/** After a form: the browser asks for the next page, and going back does not send it again. */
export function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { ...connectHeaders, location: path } });
}
