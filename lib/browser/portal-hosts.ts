import { isLoopback } from "#lib/kernel/setting-types.ts";

/** The hosts that a session may reach: the portal's own, and those it cannot do without. */
export interface PortalHosts {
  /** Each with its port, as in `banco.example:443`. */
  addresses: string[];
  /** Accepts http, https, ws and wss addresses. */
  allows(url: string): boolean;
}

const secure = new Set(["https:", "wss:"]);
const plain = new Set(["http:", "ws:"]);

/** Everything uses TLS, except a portal on this very machine. */
export function portalHosts(baseUrl: string, extraHosts: readonly string[] = []): PortalHosts {
  const base = new URL(baseUrl);
  const local = isLoopback(base.hostname);
  if (base.protocol !== "https:" && !(base.protocol === "http:" && local)) {
    throw new TypeError("a portal's base url is https, or http on this machine");
  }
  const hosts = new Set([base.host, ...extraHosts.map((host) => new URL(`https://${host}`).host)]);
  const plainHost = base.protocol === "http:" ? base.host : null;
  return {
    addresses: [...hosts].map((host) => withPort(host, base)),
    allows(url) {
      const parsed = URL.parse(url);
      if (parsed === null) return false;
      if (secure.has(parsed.protocol)) return hosts.has(parsed.host);
      return plain.has(parsed.protocol) && parsed.host === plainHost;
    },
  };
}

function withPort(host: string, base: URL): string {
  const { hostname, port } = new URL(`https://${host}`);
  if (port !== "") return `${hostname}:${port}`;
  return `${hostname}:${base.protocol === "http:" && host === base.host ? 80 : 443}`;
}
