import * as z from "zod";
import { cleanText } from "#lib/kernel/clean-text.ts";
import type { AgentPort } from "../auth-port.ts";
import { oauthRefusal } from "./oauth-answers.ts";
import { isAllowedRedirect } from "./redirect-uris.ts";

const link = z
  .url({ protocol: /^https$/, normalize: true })
  .max(2000)
  .optional();

/** A stranger's text, which people are shown: with nothing hidden in it, nor what no database stores. */
export const ClientName = z.string().min(1).max(500).transform(cleanText).pipe(z.string().min(1));

/**
 * Everything that is accepted from a client's description. The library would call addresses named
 * in it.
 */
const Registration = z.object({
  client_name: ClientName.optional(),
  client_uri: link,
  logo_uri: link,
  tos_uri: link,
  policy_uri: link,
  token_endpoint_auth_method: z
    .enum(["none", "client_secret_basic", "client_secret_post"])
    .optional(),
});

const Redirects = z.object({
  redirect_uris: z.array(z.string().refine(isAllowedRedirect)).min(1).max(10),
});

/** A client without a document registers itself, and is shown to people as unverified. */
export async function registerClient(
  { auth }: { auth: AgentPort },
  given: unknown,
): Promise<Response> {
  const redirects = Redirects.safeParse(given);
  if (!redirects.success) {
    const wanted =
      "redirect_uris: 1 to 10, each https, loopback http or a private scheme with a dot";
    return oauthRefusal("invalid_redirect_uri", wanted);
  }
  const parsed = Registration.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const said = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`;
    return oauthRefusal("invalid_client_metadata", said);
  }
  const { redirect_uris: uris } = redirects.data;
  return auth.register({
    ...parsed.data,
    redirect_uris: uris,
    // Otherwise the library takes it for a web page, which may not listen on a port of this
    // machine.
    application_type: uris.every((uri) => uri.startsWith("https:")) ? "web" : "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  });
}
