/** Answers of the protocol must never be cached. */
const headers = { "cache-control": "no-store", pragma: "no-cache" };

type OAuthError =
  | "invalid_request"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_target"
  | "temporarily_unavailable"
  | "unsupported_grant_type";

/** A refusal in the protocol's own words. */
export function oauthRefusal(error: OAuthError, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status, headers });
}

/** An empty answer, the only one that a revocation has. */
export function nothingToTell(): Response {
  return new Response(null, { status: 200, headers });
}

/**
 * The client id that a request gives: in the form, or with its secret in the header. A header that the
 * library could read and we do not would let one client present its secret for another.
 */
export function clientIdOf(form: URLSearchParams, given: Headers): string | null {
  const authorization = given.get("authorization") ?? "";
  if (!/^basic/i.test(authorization)) return form.get("client_id");
  const basic = /^basic +([\w+/-]+={0,2})$/i.exec(authorization)?.[1];
  if (basic === undefined) return null;
  const [id = ""] = Buffer.from(basic, "base64").toString("utf8").split(":", 1);
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** No parameter may be repeated: two readers could understand two different requests. */
export function repeatedParameter(form: URLSearchParams): string | null {
  return [...form.keys()].find((name) => form.getAll(name).length > 1) ?? null;
}
