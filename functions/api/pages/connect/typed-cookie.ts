import * as z from "zod";
import type { LinkFacts } from "#lib/links/index.ts";
import { cookieNamed } from "./connect-cookie.ts";

/**
 * The browser keeps what was typed and is not secret, for the form after a failed try. The service itself stores such
 * input sealed or not at all.
 */
export const typedCookie = "escrito";

const Typed = z.record(z.string().max(40), z.string().max(200));

/** What was typed into the fields that are not secret. */
export function openValues(
  { system }: Pick<LinkFacts, "system">,
  typed: (name: string) => string | null,
): Record<string, string> {
  const open = system.credentialFields.filter(
    ({ secret, input }) => !secret && input !== "password",
  );
  return Object.fromEntries(open.map(({ name }) => [name, typed(name) ?? ""]));
}

export function typedValue(values: Record<string, string>): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** Empty if the browser has none, or one that we did not write. */
export function typedBefore(
  link: Pick<LinkFacts, "system">,
  cookies: string | undefined,
): Record<string, string> {
  const kept = cookieNamed(typedCookie, cookies);
  if (kept === null) return {};
  const read = Typed.safeParse(jsonOf(Buffer.from(kept, "base64url").toString("utf8")));
  return read.success ? openValues(link, (name) => read.data[name] ?? null) : {};
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
