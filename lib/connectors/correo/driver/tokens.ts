import * as z from "zod";
import type { Credential } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { OAuthClient } from "#lib/kernel/setting-types.ts";
import { failed, jsonOf, request } from "./mail-api.ts";

// Whatever is said of a token's life, or nothing: an error here would lose a refresh token that was rotated.
const assumedSeconds = 300;
const longestSeconds = 366 * 86_400;
const Given = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().catch(assumedSeconds),
});
const Refused = z.object({ error: z.string() });

/** What is stored of the tokens, with the account once it is known. */
interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiraEn: string;
}

interface Asker {
  client: OAuthClient | undefined;
  now: Date;
  signal: AbortSignal;
}

/**
 * Exchanges the code that a person came back with. Only once: a second use would revoke the first.
 */
export async function exchangeCode(asker: Asker, brought: Credential): Promise<Tokens> {
  const { codigo = "", verificador = "", retorno = "" } = brought;
  const form = { code: codigo, code_verifier: verificador, redirect_uri: retorno };
  const answer = await askForTokens(asker, { grant_type: "authorization_code", ...form });
  // The code was valid for some minutes: the person has to allow access again.
  if (answer === "invalid_grant") throw new AppError("forbidden");
  const { refreshToken } = answer;
  if (refreshToken === undefined) throw failed("upstream_unexpected_response", "no refresh token");
  return { ...answer, refreshToken };
}

/**
 * Renews expiring tokens. If no answer comes, the old token is used once more: it may have been
 * rotated, and for a little while gets the same answer.
 */
export async function renewTokens(asker: Asker, kept: Credential): Promise<Credential> {
  const { refreshToken = "" } = kept;
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const ask = () => askForTokens(asker, form);
  const answer = await ask().catch((error: unknown) => {
    if (error instanceof AppError && error.code === "upstream_error") return ask();
    throw error;
  });
  if (answer === "invalid_grant") throw new AppError("connected_account_required");
  return { ...kept, ...answer, refreshToken: answer.refreshToken ?? refreshToken };
}

async function askForTokens(
  { client, now, signal }: Asker,
  fields: Readonly<Record<string, string>>,
): Promise<"invalid_grant" | (Omit<Tokens, "refreshToken"> & { refreshToken?: string })> {
  if (client === undefined) throw notOurs("OAUTH_CLIENTS says nothing of correo");
  const { clientId, clientSecret, tokenUrl } = client;
  const form = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret });
  const { status, bytes } = await request(new URL(tokenUrl), {
    signal,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: Buffer.from(form.toString()),
  });
  if (status >= 500) throw failed("upstream_error", `answered ${status}`);
  const body = jsonOf(bytes);
  if (status !== 200) return refusedAs(body);
  const given = Given.safeParse(body);
  if (!given.success) throw failed("upstream_unexpected_response", "tokens of another shape");
  const { access_token: accessToken, refresh_token: refreshToken, expires_in } = given.data;
  const seconds = Math.min(expires_in, longestSeconds);
  const expiraEn = new Date(now.getTime() + seconds * 1000).toISOString();
  return { accessToken, expiraEn, ...(refreshToken !== undefined && { refreshToken }) };
}

function refusedAs(body: unknown): "invalid_grant" {
  const refused = Refused.safeParse(body);
  switch (refused.success ? refused.data.error : null) {
    case "invalid_grant":
      return "invalid_grant";
    case "invalid_client":
    case "unauthorized_client":
      throw notOurs("the provider does not know this client");
    default:
      throw failed("upstream_unexpected_response", "refused the tokens");
  }
}

function notOurs(cause: string): AppError {
  return new AppError("service_unavailable", { cause: new Error(cause) });
}
