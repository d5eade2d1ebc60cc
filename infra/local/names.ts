import {
  createEgress,
  createSystemResolver,
  type Egress,
  type LocalName,
  type Resolver,
} from "#lib/egress/index.ts";

/** What local mode knows of names in addition to the DNS. The rules for addresses stay the deployed ones. */
export interface Names {
  egress: Egress;
  /** A name that is served on this machine, under an authority of its own. */
  serve(name: string, at: Omit<LocalName, "answer">): void;
  /** Adds to the names set before; an empty list means "no such name". */
  set(names: Readonly<Record<string, string[]>>): void;
  /** Forgets what was set; served names stay. */
  clear(): void;
}

/** An address for documentation: nobody can register it, so it means the served name alone. */
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
