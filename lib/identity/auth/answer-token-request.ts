import type { SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
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
  /** The grant of a valid access token signed by this service. */
  readAccessToken(token: string): Promise<string | null>;
  /** Counts a token of the grant; false when the limit is exceeded. */
  mayIssue(grantId: string): Promise<boolean>;
  sendLater(mail: MailToSend): void;
}

/** The library has a single option for a code and for the page before it: ten minutes. */
const codeLifeMs = minuteMs;
/** How long a client that sends a refresh token again is given the same answer. The library's is longer. */
const repeatedForMs = minuteMs;

/** Issues a token for a code or for a refresh token, as long as the grant allows its agent one. */
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
    // Unknown, or already used. For a used code the library deletes the tokens issued for it before it
    // checks who asks, so any old code would end an agent's access.
    if (stored === null) return invalidGrant();
    const isOver = clock.now().getTime() - stored.createdAt.getTime() > codeLifeMs;
    const refused = isOver ? invalidGrant() : await refusedBy(ctx, stored.grantId);
    if (refused === null) return issue(ctx, stored.grantId, () => exchange(ctx, form, headers));
    await auth.dropCode(code);
    return refused;
  });
}

/**
 * One at a time per token: of several at once the first rotates it, the others get the same answer.
 */
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
  // It was not stored: if handed out now, it could not be repeated when asked for again.
  await ctx.auth.undoRotation(token);
  return oauthRefusal("temporarily_unavailable", "try again", 503);
}

/** Issues a token of the grant, which counts as use. A refused request does not. */
async function issue(
  ctx: TokenContext,
  grantId: string,
  make: () => Promise<Response>,
): Promise<Response> {
  const answer = await make();
  if (!answer.ok) return answer;
  return (await noteToken(ctx, grantId)) === null ? invalidGrant() : answer;
}

/** It was exchanged, and is used again after the time in which its answer is repeated. */
function isReplay({ rotated }: StoredToken, now: Date): boolean {
  if (rotated === null || !rotated.isAnswered) return false;
  return now.getTime() - rotated.at.getTime() > repeatedForMs;
}

/** The process that exchanged it died before answering: its client still uses this one. */
function isUnanswered({ rotated }: StoredToken): boolean {
  return rotated !== null && !rotated.isAnswered;
}

/** Refuses an ended grant, and an agent that asks without end. */
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
