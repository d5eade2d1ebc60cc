import { createHash } from "node:crypto";
import { isApiKeyText } from "#lib/identity/index.ts";
import type { Bearing } from "#lib/limits/index.ts";
import type { ExecuteDeps } from "./request.ts";

/** What a request shows of its sender. */
interface Bearer {
  /** The id by which failures are counted. */
  id: Buffer;
  /** The end of its text: tells a person whose program is wrong. */
  hint: string;
  /** Null for a token that is not ours or no longer in force: nothing is looked up for it. */
  read(now: Date): Promise<Bearing | null>;
}

/** Null if its form is neither that of a key nor of a token. */
export function bearerOf(
  { secret, tokens }: Pick<ExecuteDeps, "secret" | "tokens">,
  authorization: string | undefined,
): Bearer | null {
  const text = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
  if (text === undefined) return null;
  const hint = text.slice(-4);
  if (isApiKeyText(text)) {
    const hashes = secret.hashes("api-key", text);
    const [id] = hashes;
    if (id === undefined) throw new TypeError("no secret is held for API keys");
    return { id, hint, read: async () => ({ kind: "api_key", hashes }) };
  }
  if (text.split(".").length !== 3) return null;
  return {
    id: createHash("sha256").update(text).digest(),
    hint,
    read: async (now) => {
      const token = await tokens.read(text, now);
      return token === null ? null : { kind: "oauth", ...token };
    },
  };
}
