import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { OAuthClient } from "#lib/kernel/setting-types.ts";
import { stateAt } from "../link-state.ts";
import type { Agreed } from "../agreed.ts";
import { hashLinkToken } from "../link-token.ts";
import { links } from "../links.sql.ts";
import { notTaken, ownOf, type Starter } from "./start-attempt.ts";
import type { FoundOpenLink, Submission } from "./submission.ts";
import type { TypedFields } from "./typed-fields.ts";

export interface OAuthClients {
  baseUrl: string;
  /** The service's OAuth client, by system. */
  oauthClients: Readonly<Record<string, OAuthClient>>;
}

/** How long a person may take at the provider. */
export const authorizationMinutes = 10;

/**
 * Where the account's owner allows what the link is for (RFC 6749 with PKCE). Asking a second time
 * invalidates the first one's return: of two tabs the last one counts.
 */
export async function askAtProvider(
  ctx: Starter & OAuthClients,
  token: string,
  link: FoundOpenLink,
  { companyRut }: TypedFields,
  agreed: Agreed,
): Promise<Submission> {
  const client = clientOf(ctx, link);
  const state = randomBytes(32).toString("base64url");
  const verifier = randomBytes(32).toString("base64url");
  const isTaken = await withTx(ownOf(ctx, link), async ({ db, clock }) => {
    const now = clock.now();
    const taken = await db.orm
      .update(links)
      .set({
        stateHash: hashLinkToken(ctx.secret, state),
        verifier,
        authorizationUntil: new Date(now.getTime() + authorizationMinutes * minuteMs),
        companyRut,
        ...agreed,
        lastFailure: null,
      })
      .where(and(eq(links.id, link.linkId), eq(stateAt(now), "abierto")))
      .returning({ id: links.id });
    return taken.length > 0;
  });
  if (!isTaken) return notTaken(ctx, token);
  const url = new URL(client.authorizationUrl);
  const asked = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: callbackUrl(ctx),
    scope: permisosOf(link).join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { kind: "elsewhere", link, url: url.href, state };
}

/** The registered address to which providers send people back. */
export function callbackUrl({ baseUrl }: Pick<OAuthClients, "baseUrl">): string {
  return `${baseUrl}/connect/oauth/callback`;
}

export function clientOf({ oauthClients }: OAuthClients, { system }: FoundOpenLink): OAuthClient {
  const client = Object.hasOwn(oauthClients, system.id) ? oauthClients[system.id] : undefined;
  if (client !== undefined) return client;
  throw new AppError("service_unavailable", {
    cause: new Error(`OAUTH_CLIENTS says nothing of ${system.id}`),
  });
}

function permisosOf({ system, alcances }: FoundOpenLink): string[] {
  const asked = alcances.map(({ id }) => id);
  return system.alcances.flatMap(({ id, permiso }) =>
    permiso !== undefined && asked.includes(id) ? [permiso] : [],
  );
}
