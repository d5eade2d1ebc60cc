import {
  createEgress,
  createSystemResolver,
  type Egress,
  type LocalName,
  type Resolver,
} from "#lib/egress/index.ts";

/** Names that local mode knows in addition to DNS. The deployed rules for addresses still apply. */
export interface Names {
  egress: Egress;
  /** A name served on this machine, with its own certificate authority. */
  serve(name: string, at: Omit<LocalName, "answer">): void;
  /** Adds to the names set before; an empty list means "no such name". */
  set(names: Readonly<Record<string, string[]>>): void;
  /** Forgets these names; served names stay. */
  clear(): void;
}

/** An address reserved for documentation: nobody can own it, so it always means the served name. */
const answer = "192.0.2.1";

export function createNames(resolver: Resolver = createSystemResolver()): Names {
  const served = new Map<string, LocalName>();
  const programmed = new Map<string, string[]>();
  const resolve: Resolver["resolve"] = async (name, signal) => {
    const known = programmed.get(name) ?? (served.has(name) ? [answer] : undefined);
    return known ?? resolver.resolve(name, signal);
  };
  return {
    egress: createEgress({ resolver: { resolve }, localNames: served }),
    serve: (name, at) => void served.set(name, { answer, ...at }),
    set: (names) => {
      for (const [name, addresses] of Object.entries(names)) {
        programmed.set(name.toLowerCase().replace(/\.$/, ""), addresses);
      }
    },
    clear: () => programmed.clear(),
  };
}
