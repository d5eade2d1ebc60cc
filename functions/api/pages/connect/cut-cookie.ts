import { timingSafeEqual } from "node:crypto";
import { hashCutToken } from "#lib/links/index.ts";

// The cookie in which the browser that sent the form keeps the token that cuts the access, for the page
// on which it is shown. Who opens the link elsewhere is shown none.

const name = "cortar";
/** The longest wait for a login, and as long as the last page of a link is shown. */
const seconds = 2 * 3_600;

export function cutCookie(baseUrl: string, linkToken: string, cutToken: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  const path = `/connect/${encodeURIComponent(linkToken)}`;
  return `${name}=${cutToken}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The address for cutting; null for a browser that has not the token of the try that connected. */
export function cutAddress(
  baseUrl: string,
  cookies: string | undefined,
  cutHash: Buffer | null,
): string | null {
  const start = `${name}=`;
  const token = (cookies ?? "")
    .split(/; */)
    .find((one) => one.startsWith(start))
    ?.slice(start.length);
  if (token === undefined || cutHash === null) return null;
  if (!timingSafeEqual(hashCutToken(token), cutHash)) return null;
  return `${baseUrl.replace(/\/+$/, "")}/connect/cortar/${token}`;
}
