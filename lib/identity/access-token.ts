import { verify } from "node:crypto";
import * as z from "zod";
import type { Queries } from "#lib/db/database.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { SigningKeys } from "./signing-keys.ts";

/** The content of a valid token that our authorization server signed for this resource. */
interface AccessToken {
  grantId: string;
  scopes: string[];
}

const maxLength = 8 * 1024;
const leewaySeconds = 60;
const compactForm = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * The header decides nothing about how its token is verified, except which of our keys it names.
 */
const Header = z.object({
  alg: z.literal("EdDSA"),
  typ: z.literal("at+jwt"),
  kid: z.string().min(1).max(64),
  crit: z.undefined().optional(),
});

const Claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  scope: z.string().default(""),
  connect_grant: z.string().regex(idPattern("grt")),
});

/**
 * Access tokens as bearers. The call's own statement checks whether their grant is still active.
 */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #audience: string;

  constructor(db: Queries, baseUrl: string) {
    this.#keys = new SigningKeys(db);
    this.#issuer = new URL(baseUrl).origin;
    this.#audience = new URL("/mcp", baseUrl).href;
  }

  /** Null if it is not a token of ours, for whatever reason. */
  async read(text: string, now: Date): Promise<AccessToken | null> {
    const parts = text.length > maxLength ? null : compactForm.exec(text);
    const [, head = "", body = "", signature = ""] = parts ?? [];
    const header = Header.safeParse(jsonOf(head));
    const claims = Claims.safeParse(jsonOf(body));
    // Before the key is looked up: a token that is not for us costs no statement.
    if (!header.success || !claims.success || !this.#isInForce(claims.data, now)) return null;
    const key = await this.#keys.find(header.data.kid, now);
    if (key === null) return null;
    const signed = Buffer.from(`${head}.${body}`);
    if (!verify(null, signed, key, Buffer.from(signature, "base64url"))) return null;
    const { connect_grant: grantId, scope } = claims.data;
    return { grantId, scopes: scope.split(" ").filter((name) => name !== "") };
  }

  #isInForce({ iss, aud, exp, nbf }: z.infer<typeof Claims>, now: Date): boolean {
    const seconds = now.getTime() / 1000;
    const isForUs = Array.isArray(aud) ? aud.includes(this.#audience) : aud === this.#audience;
    if (iss !== this.#issuer || !isForUs) return false;
    return seconds < exp + leewaySeconds && (nbf === undefined || seconds >= nbf - leewaySeconds);
  }
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return null;
  }
}
