import type { SystemContext } from "#lib/db/context.ts";
import type { Vault } from "#lib/vault/index.ts";
import { grantInForce, noteToken } from "../grants/note-token.ts";
import type { MailToSend } from "../people/index.ts";
import type { AgentPort, StoredToken } from "./auth-port.ts";
import { endReplayed } from "./end-replayed.ts";
import { clientIdOf, oauthRefusal, repeatedParameter } from "./oauth-answers.ts";

export interface TokenContext extends SystemContext {
  auth: AgentPort;
  vault: Vault;
  /** What tokens are for. */
  resource: string;
  /** The grant of an access token that this service has signed and that is in force. */
  readAccessToken(token: string): Promise<string | null>;
  /** Counts a token of the grant; false when it is one too many. */
  mayIssue(grantId: string): Promise<boolean>;
  sendLater(mail: MailToSend): void;
}

/** The library has one option for a code and for the page before it, and that is ten minutes. */
const codeLifeMs = 60_000;
/** How long a client that sends a refresh token again is given the same answer. The library's is longer. */
const repeatedForMs = 60_000;

/** A token for a code or for a refresh token, as long as the grant lets its agent have one. */
export async function answerTokenRequest(
  ctx: TokenContext,
  form: URLSearchParams,
  headers: Headers,
): Promise<Response> {
  const repeated = repeatedParameter(form);
  if (repeated !== null) return oauthRefusal("invalid_request", `${repeated} is there twice`);
  if (![ctx.resource, null].includes(form.get("resource"))) {
    return oauthRefusal("invalid_target", `resource has to be ${ctx.resource}`);
  }
  switch (form.get("grant_type")) {
    case "authorization_code":
      return redeem(ctx, form, headers);
    case "refresh_token":
      return refresh(ctx, form, headers);
    default:
      return oauthRefusal("unsupported_grant_type", "grant_type is not supported");
  }
}

function redeem(ctx: TokenContext, form: URLSearchParams, headers: Headers): Promise<Response> {
  const { auth, clock } = ctx;
  const code = form.get("code") ?? "";
  return auth.oneAtATime(code, async () => {
    const stored = await auth.findCode(code);
    // Unknown or used before. Asked about a used one, the library deletes the tokens that it gave for it,
    // whoever asks: every code that anybody ever saw would end an agent's access.
    if (stored === null) return invalidGrant();
    const isOver = clock.now().getTime() - stored.createdAt.getTime() > codeLifeMs;
    const refused = isOver ? invalidGrant() : await refusedBy(ctx, stored.grantId);
    if (refused === null) return issue(ctx, stored.grantId, () => exchange(ctx, form, headers));
    await auth.dropCode(code);
    return refused;
  });
}

/** One at a time for a token: of several at once the first rotates it, the others are told the same. */
function refresh(ctx: TokenContext, form: URLSearchParams, headers: Headers): Promise<Response> {
  const { auth, clock } = ctx;
  const token = form.get("refresh_token") ?? "";
  return auth.oneAtATime(token, async () => {
    const stored = await auth.findRefreshToken(token);
    if (stored === null || stored.clientId !== clientIdOf(form, headers)) return invalidGrant();
    if (stored.expiresAt <= clock.now()) return invalidGrant();
    if (isReplay(stored, clock.now())) {
      const mail = await endReplayed(ctx, stored.grantId);
      if (mail !== null) ctx.sendLater(mail);
      return invalidGrant();
    }
    const refused = await refusedBy(ctx, stored.grantId);
    if (refused !== null) return refused;
    if (isUnanswered(stored)) await auth.undoRotation(token);
    return issue(ctx, stored.grantId, () => rotate(ctx, token, form, headers));
  });
}

async function rotate(
  ctx: TokenContext,
  token: string,
  form: URLSearchParams,
  headers: Headers,
): Promise<Response> {
  const answer = await exchange(ctx, form, headers);
  const after = await ctx.auth.findRefreshToken(token);
  if (after === null || !isUnanswered(after)) return answer;
  // Not written down: given out, it would not be known for a second answer when asked again.
  await ctx.auth.undoRotation(token);
  return oauthRefusal("temporarily_unavailable", "try again", 503);
}

/** What makes a token of the grant, which is then in use. A request that is refused is no use. */
async function issue(
  ctx: TokenContext,
  grantId: string,
  make: () => Promise<Response>,
): Promise<Response> {
  const answer = await make();
  if (!answer.ok) return answer;
  return (await noteToken(ctx, grantId)) === null ? invalidGrant() : answer;
}

/** Exchanged for the next one, and used again when its answer is repeated no more. */
function isReplay({ rotated }: StoredToken, now: Date): boolean {
  if (rotated === null || !rotated.isAnswered) return false;
  return now.getTime() - rotated.at.getTime() > repeatedForMs;
}

/** The process that exchanged it died before anybody was told: its client still asks with this one. */
function isUnanswered({ rotated }: StoredToken): boolean {
  return rotated !== null && !rotated.isAnswered;
}

/** Neither an ended grant nor one whose agent asks without end gets a token. */
async function refusedBy(ctx: TokenContext, grantId: string): Promise<Response | null> {
  if (!(await ctx.mayIssue(grantId))) {
    return oauthRefusal("temporarily_unavailable", "too many tokens within a minute", 429);
  }
  return (await grantInForce(ctx, grantId)) === null ? invalidGrant() : null;
}

function exchange(
  { auth, resource }: TokenContext,
  form: URLSearchParams,
  headers: Headers,
): Promise<Response> {
  const whole = new URLSearchParams(form);
  // Without it the library makes a token that only it could read.
  whole.set("resource", resource);
  return auth.exchange(whole, headers);
}

function invalidGrant(): Response {
  return oauthRefusal("invalid_grant", "the code or token is unknown, used, expired or ended");
}
