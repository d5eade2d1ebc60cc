// Cookies only for the pages of one link, for as long as a try and its last page take.

/** The longest wait for a login, which is also how long a link's last page is shown. */
const seconds = 2 * 3_600;

interface OfLink {
  baseUrl: string;
  /** The token of the link. */
  token: string;
}

export function keepCookies(
  response: Response,
  ofLink: OfLink,
  cookies: Record<string, string>,
): Response {
  for (const [name, value] of Object.entries(cookies)) {
    response.headers.append("set-cookie", linkCookie(ofLink, name, value));
  }
  return response;
}

function linkCookie({ baseUrl, token }: OfLink, name: string, value: string): string {
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
