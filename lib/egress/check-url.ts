import { latePattern } from "#lib/kernel/late-pattern.ts";
import { isPublicAddress } from "./addresses.ts";
import { parseAddress } from "./parse-address.ts";
import { isPublicName } from "./public-name.ts";

export const urlRefusals = [
  "url does not begin with https://",
  "url longer than 2048 characters",
  "url has a space, a backslash or an invisible character",
  "url not readable",
  "url has a user name or a password",
  "port not allowed",
  "host not a public name",
  "address not in its usual form",
  "address not public",
] as const;
type UrlRefusal = (typeof urlRefusals)[number];

export type CheckedUrl = { ok: true; url: URL; host: string } | { ok: false; reason: UrlRefusal };

/** A name that local mode serves itself: at this address and port, under this authority. */
export interface LocalName {
  /** The answer of local mode's own resolver; any other answer must pass the public rules. */
  answer: string;
  address: string;
  port: number;
  ca: string;
}
export type LocalNames = ReadonlyMap<string, LocalName>;

/** Ports where https servers are found. A POST goes to no other port. */
export const allowedPorts: readonly string[] = ["443", "4443", "8443", "9443", "10443"];
/** The limit for an address, both as given and in canonical form. */
export const longestUrl = 2048;
const unseen = latePattern(String.raw`[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\\]`, "u");

/**
 * What can be checked from a URL's text. The raw text comes first: the parser repairs what we
 * refuse.
 */
export function checkUrl(text: string, localNames: LocalNames = new Map()): CheckedUrl {
  if (text.length > longestUrl) return refused("url longer than 2048 characters");
  if (unseen().test(text)) return refused("url has a space, a backslash or an invisible character");
  if (!/^https:\/\/[^/]/i.test(text)) return refused("url does not begin with https://");

  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  if (authority.includes("@")) return refused("url has a user name or a password");
  // The parser decodes these into other hosts, digits and dots included.
  if (authority.includes("%")) return refused("host not a public name");
  const url = URL.parse(text);
  if (url === null) return refused("url not readable");
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  if (url.href.length > longestUrl) return refused("url longer than 2048 characters");
  if (!allowedPorts.includes(url.port || "443")) return refused("port not allowed");

  const reason = whyHostRefused(url, authority.replace(/:\d*$/, ""), localNames);
  return reason === null ? { ok: true, url, host: bare(url.hostname) } : refused(reason);
}

function whyHostRefused(url: URL, written: string, localNames: LocalNames): UrlRefusal | null {
  const host = bare(url.hostname);
  const address = parseAddress(host);
  if (address === null) {
    const known = isPublicName(host) || isLocalName(url, localNames);
    return known ? null : "host not a public name";
  }
  // 134744072 and 0x8.010.8.8 are 8.8.8.8 to this parser, and something else to others.
  if (address.family === 4 && written !== host) return "address not in its usual form";
  return isPublicAddress(host) ? null : "address not public";
}

function isLocalName(url: URL, localNames: LocalNames): boolean {
  return url.port === "" && localNames.has(url.hostname);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function refused(reason: UrlRefusal): CheckedUrl {
  return { ok: false, reason };
}
