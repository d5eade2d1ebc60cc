const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A page of another site must not reach this endpoint through its visitor's browser, whether under its own name or
 * under one that it pointed here (DNS rebinding). Null if the request may pass.
 */
export function refuseForeign(headers: Headers, baseUrl: string): Response | null {
  const own = new URL(baseUrl);
  const names = loopback.includes(own.hostname) ? loopback : [own.hostname];
  const host = hostOf(headers, own);
  if (host !== null && !names.includes(host)) return refused("Invalid Host");
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, own, names)) return refused("Invalid Origin");
  return null;
}

/**
 * The host name that the client asked for. In a deployment the edge overwrites `x-forwarded-host` with it; on this
 * machine there is no edge, and a page could set the header itself.
 */
function hostOf(headers: Headers, own: URL): string | null {
  const direct = headers.get("host");
  const name = loopback.includes(own.hostname)
    ? direct
    : (headers.get("x-forwarded-host") ?? direct);
  if (name === null) return null;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : "";
}

/** Sites also differ by port; `null`, which sandboxed pages send, is never ours. */
function isOwnOrigin(text: string, own: URL, names: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port } = new URL(text);
  return protocol === own.protocol && names.includes(hostname) && port === own.port;
}

function refused(message: string): Response {
  const error = { code: -32_000, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 403 });
}
