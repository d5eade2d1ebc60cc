import { and, eq, gt, inArray } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { callbackUrl, clientOf, type OAuthClients } from "./ask-at-provider.ts";
import { findLink } from "../find-link.ts";
import { hashesOfLinkToken } from "../link-token.ts";
import { links } from "../links.sql.ts";
import { noAuthorization, ownOf, tryOnce, type Starter } from "./start-attempt.ts";
import type { FoundOpenLink, Submission } from "./submission.ts";

/** The parameters with which the provider sends a person back. */
interface ProviderAnswer {
  state: string;
  code: string | null;
  /** Its own issuer (RFC 9207), if it names it. */
  issuer: string | null;
}

/**
 * The person is back from the provider. The state works once, for the link that it was made for:
 * the code is sealed like a typed password, and a worker exchanges it.
 */
export async function comeBack(
  ctx: Starter & OAuthClients,
  token: string,
  { state, code, issuer }: ProviderAnswer,
): Promise<Submission> {
  const link = await findLink(ctx, token);
  if (link.kind !== "open") return { kind: "closed", link };
  const expected = clientOf(ctx, link).issuer;
  const isOther = issuer !== null && expected !== undefined && issuer !== expected;
  const asked = isOther ? null : await whatWasAsked(ctx, link, state);
  if (asked === null) return { kind: "stale", link };
  if (code === null) return refuse(ctx, link, asked.isOwn);
  const fields = { codigo: code, verificador: asked.verifier, retorno: callbackUrl(ctx) };
  const brought = { fields, companyRut: asked.companyRut };
  return tryOnce(ctx, token, link, brought, null, asked.isOwn);
}

/** Null when nobody waits for it: used, replaced by a later one, or too late. */
async function whatWasAsked(ctx: Starter, link: FoundOpenLink, state: string) {
  const { verifier, companyRut } = links;
  const isOwn = and(
    eq(links.id, link.linkId),
    inArray(links.stateHash, hashesOfLinkToken(ctx.secret, state)),
    gt(links.authorizationUntil, ctx.clock.now()),
  );
  const [row] = await withTx(ownOf(ctx, link), ({ db }) =>
    db.orm.select({ verifier, companyRut }).from(links).where(isOwn),
  );
  if (row === undefined || row.verifier === null) return null;
  return { verifier: row.verifier, companyRut: row.companyRut, isOwn };
}

/** Not counted as a try of the link: nothing was tried. */
async function refuse(
  ctx: Starter,
  link: FoundOpenLink,
  isOwn: ReturnType<typeof and>,
): Promise<Submission> {
  const refused = await withTx(ownOf(ctx, link), ({ db }) =>
    db.orm
      .update(links)
      .set({ ...noAuthorization, lastFailure: "permiso_no_concedido" })
      .where(and(isOwn, eq(links.state, "open")))
      .returning({ id: links.id }),
  );
  return { kind: refused.length > 0 ? "not_allowed" : "stale", link };
}
