import type { BrowserContext } from "playwright-core";

type Cookie = Parameters<BrowserContext["addCookies"]>[0][number];

/** A browser keeps no cookie for longer. */
const longestSeconds = 400 * 86_400;
const sameSites = { strict: "Strict", lax: "Lax", none: "None" } as const;

/** The cookie that an answer sets. Null if it is no cookie, or not for the sender's domain. */
export function cookieOf(line: string, sender: URL, now: number): Cookie | null {
  const [pair = "", ...parts] = line.split(";");
  const [name, value] = split(pair);
  if (name === "") return null;
  const said = new Map(parts.map(split).map(([key, text]) => [key.toLowerCase(), text]));
  const domain = (said.get("domain") ?? "").replace(/^\./, "").toLowerCase();
  if (domain !== "" && !isWithin(sender.hostname, domain)) return null;
  const path = said.get("path") ?? "";
  const sameSite = sameSites[(said.get("samesite") ?? "lax").toLowerCase() as "lax"] ?? "Lax";
  return {
    name,
    value,
    domain: domain === "" ? sender.hostname : `.${domain}`,
    path: path.startsWith("/") ? path : sender.pathname.replace(/\/[^/]*$/, "") || "/",
    expires: expiryOf(said, now),
    httpOnly: said.has("httponly"),
    secure: said.has("secure"),
    sameSite,
  };
}

/** In seconds; -1 for as long as the browser runs. */
function expiryOf(said: ReadonlyMap<string, string>, now: number): number {
  const age = Number(said.get("max-age") ?? Number.NaN);
  // An age of zero means the distant past, which the browser reads as "delete".
  if (!Number.isNaN(age)) return age <= 0 ? 1 : now / 1000 + Math.min(age, longestSeconds);
  const date = Date.parse(said.get("expires") ?? "");
  return Number.isNaN(date) ? -1 : Math.max(1, date / 1000);
}

function split(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  return at === -1 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || (domain.includes(".") && hostname.endsWith(`.${domain}`));
}
