import type { Resolver as DnsResolver } from "node:dns/promises";

/** Looks names up. A name that does not exist gives an empty list; anything else may throw. */
export interface Resolver {
  resolve(name: string, signal: AbortSignal): Promise<string[]>;
}

/**
 * Asks the DNS directly, so that neither the hosts file nor a search domain can answer for a name.
 */
export function createSystemResolver(options: { servers?: string[] } = {}): Resolver {
  return {
    resolve: async (name, signal) => {
      // Loaded for the first lookup: a cold start does without it.
      const { Resolver } = await import("node:dns/promises");
      signal.throwIfAborted();
      // One per lookup: cancel() ends every query of its resolver.
      const dns = new Resolver({ timeout: 2_000, tries: 2 });
      if (options.servers) dns.setServers(options.servers);
      const cancel = () => dns.cancel();
      signal.addEventListener("abort", cancel, { once: true });
      try {
        return await addressesOf(dns, name);
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
  };
}

/** One family may fail while the other works: some servers cannot answer for IPv6. */
async function addressesOf(dns: DnsResolver, name: string): Promise<string[]> {
  const families = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  const answers = families.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  if (answers.length > 0) return answers;
  for (const one of families) {
    if (one.status === "rejected" && !saysThereIsNone(one.reason)) throw one.reason;
  }
  return [];
}

function saysThereIsNone(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ENOTFOUND" || error.code === "ENODATA";
}
