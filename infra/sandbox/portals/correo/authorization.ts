import { createHash, randomBytes } from "node:crypto";
import { isCallback, client } from "./client.ts";
import type { Correo } from "./provider.ts";
import { readScopes, type Scope } from "./scopes.ts";

const codeMinutes = 5;
const requestMinutes = 15;

/** What a program asks somebody to allow. */
interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  scopes: readonly Scope[];
  challenge: string;
  expiresMs: number;
  /** Who has logged in to answer it. */
  account: string | undefined;
}

/** `refused` goes back to the program; `unsafe` cannot, because its address is unknown. */
type Understood =
  | { kind: "asked"; id: string; request: AuthorizationRequest }
  | { kind: "refused"; to: string }
  | { kind: "unsafe"; what: string };

interface Code {
  account: string;
  scopes: readonly Scope[];
  redirectUri: string;
  challenge: string;
  expiresMs: number;
  /** The token family that it started: a second use revokes it. */
  family: string | undefined;
}

export interface Authorizations {
  understand(query: Record<string, string>): Understood;
  find(id: string): AuthorizationRequest | undefined;
  /** Where to send the person, with a code for exactly these scopes. */
  allow(id: string, account: string, scopes: readonly Scope[]): string;
  deny(id: string): string;
  redeem(code: string, redirectUri: string, verifier: string): Code | undefined;
}

export function createAuthorizations({
  world,
  tokens,
}: Pick<Correo, "world" | "tokens">): Authorizations {
  const requests = new Map<string, AuthorizationRequest>();
  const codes = new Map<string, Code>();
  const inMs = (minutes: number) => world.now().getTime() + minutes * 60_000;
  const isPast = (ms: number) => ms <= world.now().getTime();

  function answered(request: AuthorizationRequest, answer: Record<string, string>): string {
    const url = new URL(request.redirectUri);
    const { state } = request;
    const fields = { ...answer, ...(state === null ? {} : { state }), iss: world.url() };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return url.href;
  }

  /** A request is answered once. */
  function take(id: string): AuthorizationRequest {
    const request = requests.get(id);
    if (!request) throw new Error("an authorization that nobody asked for is answered");
    requests.delete(id);
    return request;
  }

  return {
    understand(query) {
      const { client_id, redirect_uri = "", state = null, scope = "" } = query;
      if (client_id !== client.id) return { kind: "unsafe", what: "El programa no existe" };
      if (!isCallback(redirect_uri)) {
        return { kind: "unsafe", what: "La dirección de retorno no está registrada" };
      }
      const scopes = readScopes(scope);
      const { code_challenge: challenge = "", code_challenge_method: method } = query;
      const request: AuthorizationRequest = {
        redirectUri: redirect_uri,
        state,
        scopes: scopes ?? [],
        challenge,
        expiresMs: inMs(requestMinutes),
        account: undefined,
      };
      const refuse = (error: string): Understood => ({
        kind: "refused",
        to: answered(request, { error }),
      });
      if (query["response_type"] !== "code") return refuse("unsupported_response_type");
      if (!/^[\w-]{43}$/.test(challenge) || method !== "S256") return refuse("invalid_request");
      if (!scopes) return refuse("invalid_scope");
      const id = randomBytes(18).toString("base64url");
      requests.set(id, request);
      return { kind: "asked", id, request };
    },
    find(id) {
      const request = requests.get(id);
      return request && !isPast(request.expiresMs) ? request : undefined;
    },
    allow(id, account, scopes) {
      const request = take(id);
      const code = randomBytes(24).toString("base64url");
      const { redirectUri, challenge } = request;
      const expiresMs = inMs(codeMinutes);
      codes.set(code, { account, scopes, redirectUri, challenge, expiresMs, family: undefined });
      world.counters.add("logins");
      return answered(request, { code });
    },
    deny: (id) => answered(take(id), { error: "access_denied" }),
    redeem(text, redirectUri, verifier) {
      const code = codes.get(text);
      if (!code) return undefined;
      if (code.family !== undefined) {
        tokens.killFamily(code.family);
        return undefined;
      }
      const shown = createHash("sha256").update(verifier).digest("base64url");
      const fits = code.redirectUri === redirectUri && shown === code.challenge;
      if (fits && !isPast(code.expiresMs)) return code;
      codes.delete(text);
      return undefined;
    },
  };
}
