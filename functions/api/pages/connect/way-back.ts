import { authorizationMinutes } from "#lib/links/index.ts";

// The cookie that a person takes along to the provider. It holds the token of the link they come back to: an answer
// without this cookie was started by somebody else.

const path = "/connect/oauth";

/** One per round trip: two links can be open in two tabs. */
function nameOf(state: string): string {
  return `connect-${state.slice(0, 16)}`;
}

export function wayBack(baseUrl: string, state: string, token: string): string {
  return cookie(baseUrl, state, encodeURIComponent(token), authorizationMinutes * 60);
}

export function wayBackOver(baseUrl: string, state: string): string {
  return cookie(baseUrl, state, "", 0);
}

/** The token of the link that this browser left from; null if there is none. */
export function tokenOnWayBack(cookies: string | undefined, state: string): string | null {
  const start = `${nameOf(state)}=`;
  const found = (cookies ?? "").split(/; */).find((one) => one.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

function cookie(baseUrl: string, state: string, value: string, maxAge: number): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  const terms = `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  return `${nameOf(state)}=${value}; ${terms}`;
}
