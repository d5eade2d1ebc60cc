// Cookies of one link's pages alone, for as long as a try and its last page take.

/** The longest wait for a login, and as long as the last page of a link is shown. */
const seconds = 2 * 3_600;

interface OfLink {
  baseUrl: string;
  /** The link's. */
  token: string;
}

export function linkCookie({ baseUrl, token }: OfLink, name: string, value: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  const maxAge = value === "" ? 0 : seconds;
  const path = `/connect/${encodeURIComponent(token)}`;
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

export function cookieNamed(name: string, cookies: string | undefined): string | null {
  const start = `${name}=`;
  const found = (cookies ?? "").split(/; */).find((one) => one.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}
