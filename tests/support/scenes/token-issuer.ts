import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { newId } from "#lib/kernel/ids.ts";
import type { Context } from "#lib/db/context.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { TestDatabase } from "../databases/test-database.ts";
import { consent, plantMember, type NewMember } from "./grants.ts";
import type { AgentConsent } from "#lib/identity/index.ts";

export interface Agent {
  grantId: string;
  userId: string;
  /** What its client sends as bearer token. */
  token: string;
}

/** The authorization server's half, as far as the resource server can see it. */
export interface TokenIssuer {
  kid: string;
  key: KeyObject;
  /** A token of the grant, valid for an hour. */
  tokenOf(grantId: string, scopes: readonly string[]): string;
  /** What `tokenOf` signs, for a test to change. */
  claimsOf(grantId: string, scopes: readonly string[]): Record<string, unknown>;
  /** A person of the organization who lets a client act, and the client's token. */
  agent(
    organizationId: string,
    given?: NewMember &
      Partial<AgentConsent> & { clientId?: string; tokenScopes?: readonly string[] },
  ): Promise<Agent>;
}

/** The service that the tokens are for. */
interface ForService {
  settings: { BASE_URL: string };
  clock: Clock;
  database: Pick<TestDatabase, "owner">;
  contextOf(organizationId: string): Context;
}

export async function tokenIssuer(api: ForService): Promise<TokenIssuer> {
  const { publicKey, privateKey: key } = generateKeyPairSync("ed25519");
  const kid = newId("key", api.clock.now());
  await plantSigningKey(api, kid, publicKey);
  const { BASE_URL } = api.settings;
  const claimsOf: TokenIssuer["claimsOf"] = (grantId, scopes) => {
    const now = Math.floor(api.clock.now().getTime() / 1000);
    return {
      iss: new URL(BASE_URL).origin,
      aud: `${BASE_URL}/mcp`,
      sub: "usr_of_the_token",
      client_id: "https://agente.sandbox.test/cliente.json",
      scope: scopes.join(" "),
      connect_grant: grantId,
      iat: now,
      exp: now + 3600,
    };
  };
  const tokenOf: TokenIssuer["tokenOf"] = (grantId, scopes) =>
    signedToken({ alg: "EdDSA", typ: "at+jwt", kid }, claimsOf(grantId, scopes), key);
  return {
    kid,
    key,
    claimsOf,
    tokenOf,
    agent: async (organizationId, { role, canIssue, tokenScopes, ...given } = {}) => {
      const member = { ...(role && { role }), ...(canIssue !== undefined && { canIssue }) };
      const userId = await plantMember(api.database, organizationId, member);
      const { id: grantId } = await consent(api.contextOf(organizationId), userId, given);
      const scopes = tokenScopes ?? given.scopes ?? ["banco_a:read"];
      return { grantId, userId, token: tokenOf(grantId, scopes) };
    },
  };
}

/** As the authorization server stores them. */
export async function plantSigningKey(
  { database, clock }: Pick<ForService, "database" | "clock">,
  kid: string,
  publicKey: KeyObject,
  expiresAt: Date | null = null,
): Promise<void> {
  await database.owner(
    `insert into auth.jwks (id, public_key, private_key, created_at, expires_at)
     values ($1, $2, 'sealed', $3, $4)`,
    [kid, JSON.stringify(publicKey.export({ format: "jwk" })), clock.now(), expiresAt],
  );
}

export function signedToken(header: object, claims: object, key: KeyObject): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
}

export const encoded = (part: object): string =>
  Buffer.from(JSON.stringify(part)).toString("base64url");
