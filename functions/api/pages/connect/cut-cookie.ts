import { timingSafeEqual } from "node:crypto";
import { hashCutToken } from "#lib/links/index.ts";
import { cookieNamed } from "./connect-cookie.ts";

/**
 * In which the browser that sent the form keeps the token that cuts the access, for the page on which
 * it is shown. Who opens the link elsewhere is shown none.
 */
export const cutCookie = "cortar";

/** The address for cutting; null for a browser that has not the token of the try that connected. */
export function cutAddress(
  baseUrl: string,
  cookies: string | undefined,
  cutHash: Buffer | null,
): string | null {
  const token = cookieNamed(cutCookie, cookies);
  if (token === null || cutHash === null) return null;
  if (!timingSafeEqual(hashCutToken(token), cutHash)) return null;
  return `${baseUrl.replace(/\/+$/, "")}/connect/cortar/${token}`;
}
