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
export type TargetRefusal = (typeof targetRefusals)[number];

/** Where a request may go: made for one attempt, and stale after it. */
export interface Target {
  /** In canonical form, without fragment: what is stored and compared. */
  href: string;
  /** The name or address that the certificate must be for. */
  host: string;
  /** Checked, IPv4 first; connections are made only to these. */
  addresses: readonly [string, ...string[]];
  port: number;
  /** The authority of a local mode name; all others have a public one. */
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
  /** Only set in local mode. */
  localNames?: LocalNames;
}

const mostPassed = 1_000;

export function createEgress({ resolver, localNames = new Map() }: EgressOptions): Egress {
  const passed = new Map<string, PassedUrl>();
  /**
   * A text that passed is not checked again, since rules and local names do not change; its
   * addresses are looked up every time.
   */
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

/** One non-public address refuses them all: we must not pick from the set. */
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

/** Null when there was no answer: the lookup failed, or the deadline passed. */
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
    // Whatever the reason, the name did not resolve: the caller reports that.
    return null;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** A function without IPv6 egress still reaches a host that has both. */
function ipv4First(answers: Iterable<string>): string[] {
  return [...answers].toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
}
