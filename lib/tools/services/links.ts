import type { LinkService } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import { annulLink, createLink, listLinks } from "#lib/links/index.ts";
import type { ExecuteDeps } from "../call/index.ts";

/** Links as the tools of `conexiones` make, list and annul them. */
export function linksFor(
  ctx: Context,
  { secret, baseUrl, catalogue, cursors }: ExecuteDeps,
  { connectors }: Caller,
): LinkService {
  const isEnabled = (system: string) => catalogue.isEnabled(system, connectors);
  const systemOf = (system: string) => catalogue.manifestOf(system);
  return {
    create: (request) => createLink({ ...ctx, secret, baseUrl, systemOf, isEnabled }, request),
    list: (part) => listLinks({ ...ctx, cursors }, part),
    annul: (enlaceId) => annulLink(ctx, enlaceId),
  };
}
