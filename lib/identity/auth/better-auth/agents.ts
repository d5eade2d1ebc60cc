import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import * as z from "zod";
import type { AgentClient, AuthPort } from "../../auth-port.ts";
import { isDocumentId } from "./client-documents.ts";
import { oauthClient } from "./auth.sql.ts";
import type { UseLibrary } from "./library.ts";
import { clientFetcher, type ClientFetcher } from "./fetch-client.ts";
import { consentingTo } from "./oauth-options.ts";
import type { ReadCookies } from "./session-cookies.ts";

type Agents = Pick<
  AuthPort,
  "metadata" | "publicKeys" | "findClient" | "giveCode" | "exchange" | "authenticate" | "register"
>;

const Jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) });
const Redirect = z.object({ url: z.string() });
const NotFound = z.object({ error_description: z.literal("token not found") });

/**
 * The library's side of the protocol, called in this process: none of its addresses is reachable.
 */
export function agentsOf(
  use: UseLibrary,
  baseUrl: string,
  { cookies, ...fetcher }: ClientFetcher & { cookies: ReadCookies },
): Agents {
  const fetchClient = clientFetcher(fetcher);
  const { origin } = new URL(baseUrl);

  const ask = (path: string, init?: RequestInit): Promise<Response> =>
    use(async ({ handler }) => {
      const answer = await handler(new Request(`${origin}${path}`, init));
      if (answer.status < 500) return answer;
      throw new Error(`the library answered ${path} with ${answer.status}`);
    });

  const get = async (path: string): Promise<unknown> => (await ask(path)).json();

  const send = (path: string, init: RequestInit): Promise<Response> =>
    ask(`/auth/oauth2/${path}`, init);

  const sendForm = (path: string, form: URLSearchParams, given: Headers): Promise<Response> => {
    const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
    // A client with a secret may present it here. A cookie or an origin means nothing.
    const authorization = given.get("authorization");
    if (authorization !== null) headers.set("authorization", authorization);
    return send(path, { method: "POST", headers, body: form.toString() });
  };

  return {
    metadata: async () => servedMetadata(await get("/.well-known/oauth-authorization-server")),
    publicKeys: async () => Jwks.parse(await get("/auth/jwks")),
    findClient: async (id) => {
      const row = isDocumentId(id) ? await fetchClient(id) : await findRegistered(fetcher, id);
      return row === null ? null : toClient(row);
    },
    giveCode: async ({ query, scopes, grantId }, given) => {
      const headers = new Headers({ accept: "application/json", origin });
      const cookie = cookies(given).get("cookie");
      if (cookie !== null) headers.set("cookie", cookie);
      // No grant is given, so no stored consent is found: the answer leads to the page that was
      // shown.
      const asked = await send(`authorize?${query.toString()}`, { headers });
      const page = new URL(Redirect.parse(await asked.json()).url, origin);
      if (page.pathname !== "/consent") {
        throw new Error(`the library asks for ${page.pathname} in place of a consent`);
      }
      headers.set("content-type", "application/json");
      const body = JSON.stringify({
        accept: true,
        scope: scopes.join(" "),
        oauth_query: page.search.slice(1),
      });
      const answered = await consentingTo(grantId, () =>
        send("consent", { method: "POST", headers, body }),
      );
      const { url } = Redirect.parse(await answered.json());
      if (new URL(url).searchParams.has("code")) return url;
      throw new Error("the library gave no code for a consent");
    },
    exchange: (form, headers) => sendForm("token", form, headers),
    authenticate: async (form, headers) => {
      const nobodys = new URLSearchParams(form);
      nobodys.set("token", randomBytes(24).toString("hex"));
      const answer = await sendForm("revoke", nobodys, headers);
      // The token is looked for once the client is let in. A refused client is told so in several
      // ways and with two statuses.
      return NotFound.safeParse(await answer.clone().json()).success ? null : answer;
    },
    register: (metadata) =>
      send("register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(metadata),
      }),
  };
}

const served = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
  "jwks_uri",
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "code_challenge_methods_supported",
] as const;

/** Lists our own routes: the library names endpoints that cannot be reached here. */
function servedMetadata(given: unknown): Record<string, unknown> {
  const all = z.record(z.string(), z.unknown()).parse(given);
  const methods = ["none", "client_secret_basic", "client_secret_post"];
  return {
    ...Object.fromEntries(served.map((name) => [name, all[name]])),
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

type Row = typeof oauthClient.$inferSelect;

async function findRegistered({ orm }: ClientFetcher, id: string): Promise<Row | null> {
  const [row] = await orm.select().from(oauthClient).where(eq(oauthClient.clientId, id));
  return row === undefined || row.clientDiscoveryId !== null ? null : row;
}

function toClient(row: Row): AgentClient | null {
  if (row.disabled === true) return null;
  const isDocument = row.clientDiscoveryId !== null;
  return {
    id: row.clientId,
    name: row.name ?? "",
    host: isDocument ? new URL(row.clientId).host : null,
    verified: isDocument,
    redirectUris: row.redirectUris,
    mayRefresh: row.grantTypes?.includes("refresh_token") ?? false,
  };
}
