import { createHash, randomBytes } from "node:crypto";
import type { Egress } from "#lib/egress/index.ts";
import { answerTokenRequest, type TokenContext } from "#lib/identity/auth/answer-token-request.ts";
import type { AuthPort } from "#lib/identity/auth-port.ts";
import { registerClient } from "#lib/identity/auth/register-client.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { testDatabase, type TestDatabase } from "../databases/test-database.ts";
import { consent, plantMember } from "./grants.ts";
import { silentLog } from "../log.ts";
import { plantPerson } from "../planted/person.ts";
import { resource, tokenProcess } from "../processes/token-process.ts";

const redirectUri = "http://127.0.0.1:3000/callback";
const password = "una clave bien larga";
export const secret = randomBytes(32).toString("base64");

export interface TokenScene {
  database: TestDatabase;
  clock: MovableClock;
  auth: AuthPort;
  tokens: TokenContext;
  /** Mails passed on to be sent at once. */
  sentAtOnce: string[];
  /** A grant in a new organization, of a new person and client or those of another, and what its client holds. */
  agent(options?: { scopes?: string[]; of?: Agent }): Promise<Agent>;
  /** The same service in another process, which may be told other secrets: the newest first. */
  another(secrets?: readonly string[]): Promise<AuthPort>;
  pass(ms: number): void;
  close(): Promise<void>;
}

export interface Agent {
  clientId: string;
  grantId: string;
  ctx: Context;
  userId: string;
  headers: Headers;
  code(): Promise<Code>;
  /** The client's request to exchange the code for a token, at any process. */
  redemption(given: Code): Record<string, string>;
  redeem(given: Code, more?: Record<string, string>): Promise<TokenAnswer>;
  refresh(token: string, more?: Record<string, string>): Promise<TokenAnswer>;
}

interface Code {
  code: string;
  verifier: string;
}

export interface TokenAnswer {
  status: number;
  body: {
    access_token?: string;
    refresh_token?: string;
    expires_in?: number;
    scope?: string;
    error?: string;
  };
}

/** The authorization server without its pages: the library, our rules around it, and a real database. */
export async function tokenScene(
  egress?: Egress,
  mayFetch?: () => Promise<boolean>,
): Promise<TokenScene> {
  const database = await testDatabase({ max: 30 });
  const clock = new MovableClock();
  const system = { db: database.db, clock, log: silentLog };
  const opened: AuthPort[] = [];
  const open = async (secrets: readonly string[]) => {
    const { authUrl, db } = database;
    const one = await tokenProcess({ db, authUrl, clock, secrets, egress, mayFetch });
    opened.push(one.auth);
    return one;
  };
  const another = async (secrets: readonly string[] = [secret]) => (await open(secrets)).auth;
  const sentAtOnce: string[] = [];
  const tokens = {
    ...(await open([secret])),
    sendLater: ({ id }: { id: string }) => void sentAtOnce.push(id),
  };
  const { auth } = tokens;

  async function newcomer() {
    const email = `${randomBytes(6).toString("hex")}@boldos.test`;
    const place = { auth, clock, owner: database.owner };
    const userId = await plantPerson(place, { email, password, name: "Ana" });
    const registered = await registerClient(
      { auth },
      { redirect_uris: [redirectUri], token_endpoint_auth_method: "none", client_name: "Agente" },
    );
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const signedIn = await auth.signIn({ email, password }, new Headers());
    const cookie = signedIn.kind === "signed_in" ? (signedIn.cookies[0]?.split(";")[0] ?? "") : "";
    return { userId, clientId, headers: new Headers({ cookie }) };
  }

  const agent: TokenScene["agent"] = async ({ scopes = ["banco_a:read"], of } = {}) => {
    const { userId, clientId, headers } = of ?? (await newcomer());
    const organization = await createOrganization(system, { name: "Comercial Ñuble" });
    await plantMember(database, organization.id, { userId });
    const actor = actors.system("tests");
    const ctx: Context = { ...system, organization, actor, requestId: "req_tests" };
    const { id: grantId } = await consent(ctx, userId, { clientId, scopes });
    const whole = [...scopes, "offline_access"];

    const ask = async (form: Record<string, string>): Promise<TokenAnswer> => {
      const given = new URLSearchParams({ client_id: clientId, ...form });
      const answer = await answerTokenRequest(tokens, given, new Headers());
      return { status: answer.status, body: (await answer.json()) as TokenAnswer["body"] };
    };
    const redemption = ({ code, verifier }: Code) => ({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    return {
      clientId,
      grantId,
      ctx,
      userId,
      headers,
      code: async () => {
        const verifier = randomBytes(32).toString("base64url");
        const query = new URLSearchParams({
          response_type: "code",
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: whole.join(" "),
          state: "s",
          code_challenge: createHash("sha256").update(verifier).digest("base64url"),
          code_challenge_method: "S256",
          resource,
        });
        const url = await auth.giveCode({ query, scopes: whole, grantId }, headers);
        return { code: new URL(url).searchParams.get("code") ?? "", verifier };
      },
      redemption,
      redeem: (given, more) => ask({ ...redemption(given), ...more }),
      refresh: (token, more) => ask({ grant_type: "refresh_token", refresh_token: token, ...more }),
    };
  };

  return {
    database,
    clock,
    auth,
    tokens,
    sentAtOnce,
    agent,
    another,
    pass: (ms) => clock.advance(ms),
    close: async () => {
      for (const one of opened) await one.close();
      await database.close();
    },
  };
}

/** An access token's contents, unverified. */
export function claimsOf(token: string | undefined): Record<string, unknown> {
  const [, body = ""] = (token ?? "").split(".");
  return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Record<string, unknown>;
}
