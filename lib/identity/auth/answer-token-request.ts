import { createHash } from "node:crypto";
import * as z from "zod";
import type { SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { Vault } from "#lib/vault/index.ts";
import { grantInForce, noteToken } from "../grants/note-token.ts";
import type { MailToSend } from "../people/index.ts";
import type { AgentPort, StoredCode, StoredToken } from "../auth-port.ts";
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

const Refreshed = z.object({ refresh_token: z.string() });

/** The library has a single option for a code and for the page before it: ten minutes. */
const codeLifeMs = minuteMs;
/** A client that sends a code again this soon has lost the answer, or has sent it twice at once. */
const sentAgainMs = 10_000;
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
  return auth.oneAtATime(code, async (held) => {
    const stored = await auth.findCode(code);
    // The library is not asked about a used code: it deletes the tokens issued for one before it
    // checks who asks, so any old code would end an agent's access.
    if (stored === null) return invalidGrant();
    if (stored.redeemedAt !== null) return answerRedeemed(ctx, stored, form, headers);
    const until = endOf(stored);
    const refused = until < clock.now() ? invalidGrant() : await refusedBy(ctx, stored.grantId);
    if (refused !== null) {
      await auth.dropCode(code);
      return refused;
    }
    const whole = new URLSearchParams(form);
    // OAuth 2.1 no longer has it here, and the library does.
    if (!whole.has("redirect_uri")) whole.set("redirect_uri", stored.redirectUri);
    const answer = await issue(ctx, stored.grantId, () => exchange(ctx, whole, headers));
    if (answer.ok) await held.keepRedeemed(code, { ...stored, redeemedAt: clock.now(), until });
    return answer;
  });
}

/**
 * Nothing is issued again. As long as the code would live, a second request that would redeem it ends
 * the grant: two parties have everything of its client. One that would not, ends nothing.
 */
async function answerRedeemed(
  ctx: TokenContext,
  code: StoredCode,
  form: URLSearchParams,
  headers: Headers,
): Promise<Response> {
  const now = ctx.clock.now();
  const isSentAgain = now.getTime() - (code.redeemedAt?.getTime() ?? 0) <= sentAgainMs;
  if (isSentAgain || endOf(code) < now || !(await isWhole(ctx, code, form, headers))) {
    return invalidGrant();
  }
  await endTold(ctx, code.grantId);
  return invalidGrant();
}

async function isWhole(
  { auth }: TokenContext,
  code: StoredCode,
  form: URLSearchParams,
  headers: Headers,
): Promise<boolean> {
  const verifier = form.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return (
    clientIdOf(form, headers) === code.clientId &&
    [code.redirectUri, null].includes(form.get("redirect_uri")) &&
    challenge === code.codeChallenge &&
    (await auth.authenticate(form, headers)) === null
  );
}

function endOf({ createdAt }: StoredCode): Date {
  return new Date(createdAt.getTime() + codeLifeMs);
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
      await endTold(ctx, stored.grantId);
      return invalidGrant();
    }
    const refused = await refusedBy(ctx, stored.grantId);
    if (refused !== null) return refused;
    if (isUnanswered(stored)) await auth.undoRotation(token);
    return issue(ctx, stored.grantId, () => rotate(ctx, token, form, headers));
  });
}

async function endTold(ctx: TokenContext, grantId: string): Promise<void> {
  const mail = await endReplayed(ctx, grantId);
  if (mail !== null) ctx.sendLater(mail);
}

async function rotate(
  ctx: TokenContext,
  token: string,
  form: URLSearchParams,
  headers: Headers,
): Promise<Response> {
  const answer = await exchange(ctx, form, headers);
  const after = await ctx.auth.findRefreshToken(token);
  if (after !== null && isUnanswered(after)) {
    // It was not stored: if handed out now, it could not be repeated when asked for again.
    await ctx.auth.undoRotation(token);
    return oauthRefusal("temporarily_unavailable", "try again", 503);
  }
  if (answer.ok && form.has("scope")) {
    // Asked for less, the library would make the next refresh token less too, and one that is never
    // exchanged for another.
    const { refresh_token: next } = Refreshed.parse(await answer.clone().json());
    await ctx.auth.keepScopes(token, next);
  }
  return answer;
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
