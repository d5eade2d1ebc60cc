import * as z from "zod";

/** A browser used instead of the packaged one, for a portal that refuses that. */
export type BrowserChoice =
  | { kind: "installed"; path: string; headed: boolean }
  /** A running browser, reached by its debugging protocol. */
  | { kind: "remote"; endpoint: string };

const Installed = z
  .string()
  .regex(/^head(ed|less):\//)
  .transform((text): BrowserChoice => {
    const [, mode, path = ""] = /^(headed|headless):(.*)$/s.exec(text) ?? [];
    return { kind: "installed", path, headed: mode === "headed" };
  });

/** Passwords are typed through it, so an unencrypted one may only be on this machine. */
const Remote = z
  .url({ protocol: /^(wss?|https?)$/ })
  .refine((text) => {
    const { protocol = "", hostname = "" } = URL.parse(text) ?? {};
    return ["wss:", "https:"].includes(protocol) || loopback.includes(hostname);
  })
  .transform((endpoint): BrowserChoice => ({ kind: "remote", endpoint }));

const loopback = ["127.0.0.1", "[::1]", "localhost"];
const Choice = z.union([Installed, Remote]);
const prefix = "BROWSER_";
/** A setting of the service whose name looks like a system's. */
const sandboxSetting = "BROWSER_SANDBOX";
const expected =
  "has to be headed:/path, headless:/path, wss://…, https://…, or ws://127.0.0.1:… or http://127.0.0.1:… on this machine";

/**
 * Reads `BROWSER_BANCO_A` and the like. Values are not printed: an endpoint may contain a token.
 */
export function parseBrowsers(
  systems: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { browsers: ReadonlyMap<string, BrowserChoice>; problems: string[] } {
  const browsers = new Map<string, BrowserChoice>();
  const problems: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || name === sandboxSetting) continue;
    if (value === undefined || value === "") continue;
    const system = systems.find((id) => name === `${prefix}${id.toUpperCase()}`);
    const choice = Choice.safeParse(value);
    if (system === undefined) problems.push(`${name}: there is no such system`);
    else if (choice.success) browsers.set(system, choice.data);
    else problems.push(`${name}: ${expected}`);
  }
  return { browsers, problems };
}
