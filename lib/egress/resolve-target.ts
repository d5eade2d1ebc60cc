import { isPublicAddress } from "./addresses.ts";
import {
  checkUrl,
  urlRefusals,
  type CheckedUrl,
  type LocalName,
  type LocalNames,
} from "./check-url.ts";
import { parseAddress } from "./parse-address.ts";
import type { Resolver } from "./resolver.ts";

export const targetRefusals = [...urlRefusals, "name not resolved", "timeout"] as const;
type TargetRefusal = (typeof targetRefusals)[number];

/** Where a request may go: made for one attempt, and stale after it. */
export interface Target {
  /** In its one spelling, without fragment: what is stored and compared. */
  href: string;
  /** The name or the address that the certificate has to be for. */
  host: string;
  /** Checked, IPv4 first; connections are made to these and to nothing else. */
  addresses: readonly [string, ...string[]];
  port: number;
  /** The authority of a name of local mode; everybody else's is a public one. */
  ca?: string;
}

type PassedUrl = Extract<CheckedUrl, { ok: true }>;

type ResolvedTarget = { ok: true; target: Target } | { ok: false; reason: TargetRefusal };

export interface Egress {
  checkUrl(text: string): CheckedUrl;
  /** Checks the url and every address of its host, at creation and again at each attempt. */
  resolveTarget(text: string, signal: AbortSignal): Promise<ResolvedTarget>;
}

interface EgressOptions {
  resolver: Resolver;
  /** Local mode alone gives these. */
  localNames?: LocalNames;
}

const mostPassed = 1_000;

export function createEgress({ resolver, localNames = new Map() }: EgressOptions): Egress {
  const passed = new Map<string, PassedUrl>();
  /** A text that passed passes again, for rules and local names stay; its addresses are looked up every time. */
  const checkText = (text: string): CheckedUrl => {
    const known = passed.get(text);
    if (known !== undefined) return known;
    const checked = checkUrl(text, localNames);
    if (!checked.ok) return checked;
    if (passed.size >= mostPassed) passed.clear();
    passed.set(text, checked);
    return checked;
  };
  const resolveTarget = async (text: string, signal: AbortSignal): Promise<ResolvedTarget> => {
    const checked = checkText(text);
    if (!checked.ok) return checked;
    const { url, host } = checked;
    const local = url.port === "" ? localNames.get(host) : undefined;
    const literal = parseAddress(host) !== null;
    const answers = literal ? [host] : await lookUp(resolver, host, signal);
    if (answers === null)
      return { ok: false, reason: signal.aborted ? "timeout" : "name not resolved" };
    return targetAt(url, host, answers, local);
  };
  return { checkUrl: (text) => checkUrl(text, localNames), resolveTarget };
}

/** One address that is not public refuses them all: the set is not ours to choose from. */
function targetAt(
  url: URL,
  host: string,
  answers: string[],
  local: LocalName | undefined,
): ResolvedTarget {
  const [first, ...others] = ipv4First(new Set(answers));
  if (first === undefined) return { ok: false, reason: "name not resolved" };
  const target = { href: url.href, host };
  if (local !== undefined && first === local.answer && others.length === 0) {
    const { address, port, ca } = local;
    return { ok: true, target: { ...target, addresses: [address], port, ca } };
  }
  const addresses = [first, ...others] as const;
  if (!addresses.every(isPublicAddress)) return { ok: false, reason: "address not public" };
  return { ok: true, target: { ...target, addresses, port: Number(url.port || 443) } };
}

/** Null when there was no answer: the lookup failed, or the deadline came first. */
async function lookUp(
  resolver: Resolver,
  name: string,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (signal.aborted) return null;
  const { promise: aborted, resolve: giveUp } = Promise.withResolvers<null>();
  const onAbort = () => giveUp(null);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([resolver.resolve(name, signal), aborted]);
  } catch {
    // Whatever the reason, the name led nowhere: the caller answers "name not resolved".
    return null;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** A function without IPv6 egress still reaches a host that has both. */
function ipv4First(answers: Iterable<string>): string[] {
  return [...answers].toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}
