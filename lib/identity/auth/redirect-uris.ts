/**
 * Where a code may be sent: https, this machine, or an application with a dot in its URI scheme.
 */
export function isAllowedRedirect(text: string): boolean {
  if (text.length > 2000 || /[^\x21-\x7e]|["<>\\^`{|}]/.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || text.includes("#") || url.username !== "" || url.password !== "") {
    return false;
  }
  switch (url.protocol) {
    case "https:":
      return /^https:\/\/[^/]/i.test(text) && isPublicName(url.hostname);
    case "http:":
      // Checked as written: the parser turns many texts into this machine.
      return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|\?|$)/.test(text);
    default:
      // A reversed domain name: no other application listens to it by accident.
      return /^[a-z][a-z\d-]*(\.[a-z\d][a-z\d-]*)+:\/(?!\/)/.test(text);
  }
}

/** The registered one that a request names: the same text, or this machine with another port. */
export function matchingRedirect(registered: readonly string[], requested: string): string | null {
  if (!isAllowedRedirect(requested)) return null;
  const exact = registered.find((known) => known === requested);
  if (exact !== undefined || !isLoopbackRedirect(requested)) return exact ?? null;
  return registered.find((known) => withoutPort(known) === withoutPort(requested)) ?? null;
}

/** Any program on the machine can listen there, even an unknown one. */
export function isLoopbackRedirect(text: string): boolean {
  return isAllowedRedirect(text) && text.startsWith("http:");
}

/** What a person is shown, and where the consent form may send a browser. */
export function shownRedirect(text: string): { host: string; source: string } {
  const url = new URL(text);
  if (url.protocol === "https:" || url.protocol === "http:") {
    return { host: url.host, source: url.origin };
  }
  return { host: `${url.protocol}//`, source: url.protocol };
}

/** A name with a dot: not an address, and nothing that means more in a header than a name. */
function isPublicName(hostname: string): boolean {
  if (hostname.endsWith(".localhost")) return false;
  return /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/.test(hostname);
}

function withoutPort(text: string): string | null {
  if (!isLoopbackRedirect(text)) return null;
  const url = new URL(text);
  return `${url.hostname} ${url.pathname}${url.search}`;
}
