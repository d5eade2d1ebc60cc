import type { JSX } from "hono/jsx/jsx-runtime";
import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { Brand } from "../../../../pages/brand.tsx";
import { cardStyle } from "../../../../pages/card-style.ts";
import { style } from "../../../../pages/style.ts";
import { WholePage } from "../../../../pages/whole-page.tsx";
import { scriptPath } from "./connect-script.ts";
import { connectStyle } from "./connect-style.ts";

const css = style + cardStyle + connectStyle;
const cssHash = createHash("sha256").update(css).digest("base64");

/** `provider`: the form's answer redirects there, and browsers apply the form's policy to that too. */
function policy(provider: string | null): string {
  const formAction = provider === null ? "'self'" : `'self' ${new URL(provider).origin}`;
  return `default-src 'none'; script-src 'self'; style-src 'sha256-${cssHash}'; connect-src 'self'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
}

/** The address has a secret and the form takes another, so nothing is cached, framed or passed on. */
const connectHeaders = {
  "content-type": "text/html; charset=UTF-8",
  "cache-control": "no-store",
  "content-security-policy": policy(null),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
};

interface ShellProps {
  title: string;
  /** Reloads itself where scripts are off. */
  refreshSeconds?: number;
  children?: Child;
}

export function Shell({ title, refreshSeconds, children }: ShellProps) {
  return (
    <WholePage
      title={title}
      head={
        <>
          {refreshSeconds !== undefined && (
            <noscript>
              <meta http-equiv="refresh" content={String(refreshSeconds)} />
            </noscript>
          )}
          <style>{raw(css)}</style>
          <script src={scriptPath} defer></script>
        </>
      }
    >
      <Brand />
      <main>{children}</main>
    </WholePage>
  );
}

export async function respond(
  page: JSX.Element,
  status: number,
  provider: string | null = null,
): Promise<Response> {
  const headers = { ...connectHeaders, "content-security-policy": policy(provider) };
  return new Response(`<!doctype html>${await page}`, { status, headers });
}

/** After a form: the browser requests the next page, so going back does not send the form again. */
export function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { ...connectHeaders, location: path } });
}
