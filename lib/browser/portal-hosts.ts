import { isIP } from "node:net";

/** The hosts that a session may speak to: the portal's own, and those it cannot do without. */
export interface PortalHosts {
  hostnames: string[];
  /** Takes http, https, ws and wss addresses. */
  allows(url: string): boolean;
}

const secure = new Set(["https:", "wss:"]);
const plain = new Set(["http:", "ws:"]);

/** Everything is over TLS, except a portal on this very machine. */
export function portalHosts(baseUrl: string, extraHosts: readonly string[] = []): PortalHosts {
  const base = new URL(baseUrl);
  const local = isLoopback(base.hostname);
  if (base.protocol !== "https:" && !(base.protocol === "http:" && local)) {
    throw new TypeError("a portal's base url is https, or http on this machine");
  }
  const hosts = new Set([base.host, ...extraHosts.map((host) => new URL(`https://${host}`).host)]);
  const plainHost = base.protocol === "http:" ? base.host : null;
  return {
    hostnames: [...new Set([...hosts].map((host) => new URL(`https://${host}`).hostname))],
    allows(url) {
      const parsed = URL.parse(url);
      if (parsed === null) return false;
      if (secure.has(parsed.protocol)) return hosts.has(parsed.host);
      return plain.has(parsed.protocol) && parsed.host === plainHost;
    },
  };
}

function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}
