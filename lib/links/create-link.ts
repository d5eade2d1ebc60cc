import { addDays, startOfDay } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import { GivenName, lockOrganization, requireManager } from "#lib/identity/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { checkLinkRequest, type LinkMaker } from "./check-link-request.ts";
import { hashLinkToken, newLinkToken } from "./link-token.ts";
import { links } from "./links.sql.ts";
import { checkLinkBounds } from "./check-link-bounds.ts";
import type { LinkAnswer, LinkRequest } from "#lib/contract/index.ts";

/** The url is only in this answer: its token is stored as a keyed hash. */
export async function createLink(ctx: LinkMaker, request: LinkRequest): Promise<LinkAnswer> {
  const now = ctx.clock.now();
  const id = newId("cs", now);
  const token = newLinkToken();
  const expiresAt = new Date(now.getTime() + request.expiraEnMinutos * minuteMs);
  const accessUntil =
    request.accesoHasta === undefined ? null : startOfDay(addDays(request.accesoHasta, 1));
  await withTx(ctx, async (tx) => {
    // The same lock order as for changing a role: otherwise the two could deadlock.
    await lockOrganization(tx, tx.organization.id);
    await requireManager(tx);
    const checked = await checkLinkRequest(tx, request);
    await checkLinkBounds(tx);
    await tx.db.orm.insert(links).values({
      ...checked,
      id,
      organizationId: ctx.organization.id,
      connector: request.sistema,
      mode: request.modo,
      // As on our own pages. Without one, or with nothing to see in it, it is called like its company.
      nombre: GivenName.safeParse(request.nombre).data ?? null,
      volverA: request.volverA ?? null,
      tokenHash: hashLinkToken(ctx.secret, token),
      state: "open",
      createdByKind: ctx.actor.kind,
      createdById: ctx.actor.id,
      createdAt: now,
      expiresAt,
      accessUntil,
    });
  });
  const url = `${ctx.baseUrl}/connect/${token}`;
  return { enlaceId: id, url, expiraEn: expiresAt.toISOString(), modo: request.modo };
}
