import { createHmac, timingSafeEqual } from "node:crypto";

interface Signing {
  /** The cookie's name. */
  name: string;
  /** Newest first. */
  secrets: readonly string[];
}

/** A browser's request headers, in the form the library accepts. */
export type ReadCookies = (headers: Headers) => Headers;

/**
 * Bound to the host where possible: `__Host-` requires TLS, which only this machine does without.
 */
export function sessionCookie(baseUrl: string): { name: string; secure: boolean } {
  const secure = new URL(baseUrl).protocol === "https:";
  return { name: secure ? "__Host-connect" : "connect", secure };
}

/**
 * The library recognises sessions only by the newest secret, so a new one would sign everybody out.
 * A cookie signed with another of the secrets is signed again on its way in.
 */
export function signedByNewest(headers: Headers, { name, secrets }: Signing): Headers {
  const [newest = "", ...others] = secrets;
  const cookies = headers.get("cookie");
  if (cookies === null || others.length === 0) return headers;
  const pairs = cookies.split(/;\s*/).map((pair) => {
    if (!pair.startsWith(`${name}=`)) return pair;
    const value = decoded(pair.slice(name.length + 1));
    const end = value.lastIndexOf(".");
    const token = value.slice(0, Math.max(end, 0));
    if (!others.some((secret) => isSame(value.slice(end + 1), signature(token, secret))))
      return pair;
    return `${name}=${encodeURIComponent(`${token}.${signature(token, newest)}`)}`;
  });
  const changed = new Headers(headers);
  changed.set("cookie", pairs.join("; "));
  return changed;
}

function signature(token: string, secret: string): string {
  return createHmac("sha256", secret).update(token).digest("base64");
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
