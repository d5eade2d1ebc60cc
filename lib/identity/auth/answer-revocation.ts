import { endAnyGrant } from "../grants/end-grant.ts";
import { grantInForce } from "../grants/note-token.ts";
import type { TokenContext } from "./answer-token-request.ts";
import { clientIdOf, nothingToTell, oauthRefusal, repeatedParameter } from "./oauth-answers.ts";

/**
 * RFC 7009: revoking a token ends its grant, and with it every other token. An unknown token, or
 * another client's, gets the same answer.
 */
export async function answerRevocation(
  ctx: TokenContext,
  form: URLSearchParams,
  headers: Headers,
): Promise<Response> {
  const repeated = repeatedParameter(form);
  if (repeated !== null) return oauthRefusal("invalid_request", `${repeated} is there twice`);
  const clientId = clientIdOf(form, headers);
  const token = form.get("token");
  if (clientId === null || token === null) {
    return oauthRefusal("invalid_request", "token and client_id are needed");
  }
  const grantId = await grantOf(ctx, token, clientId);
  if (grantId === null) return nothingToTell();
  // The library asks a client that has a secret for it.
  const answer = await ctx.auth.authenticate(form, headers);
  if (answer !== null) return answer;
  await endAnyGrant(ctx, grantId, "revoked");
  return nothingToTell();
}

async function grantOf(ctx: TokenContext, token: string, clientId: string): Promise<string | null> {
  const stored = await ctx.auth.findRefreshToken(token);
  if (stored !== null) return stored.clientId === clientId ? stored.grantId : null;
  const grantId = await ctx.readAccessToken(token);
  const grant = grantId === null ? null : await grantInForce(ctx, grantId);
  return grant?.clientId === clientId ? grantId : null;
}
