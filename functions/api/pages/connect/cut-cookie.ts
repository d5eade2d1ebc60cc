import { timingSafeEqual } from "node:crypto";
import { hashCutToken } from "#lib/links/index.ts";
import { cookieNamed } from "./connect-cookie.ts";

/**
 * The browser that sent the form keeps the token that ends the access, for the page that shows it. Anyone who opens
 * the link elsewhere does not see it.
 */
export const cutCookie = "cortar";

/** The address that ends the access; null for a browser without the token of the try that connected. */
export function cutAddress(
  baseUrl: string,
  cookies: string | undefined,
  cutHash: Buffer | null,
): string | null {
  const token = cookieNamed(cutCookie, cookies);
  if (token === null || cutHash === null) return null;
  if (!timingSafeEqual(hashCutToken(token), cutHash)) return null;
  return `${baseUrl}/connect/cortar/${token}`;
}
