import { and, desc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { LinkListPart, LinkPage } from "#lib/contract/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import { stateAt } from "./link-state.ts";
import { links } from "./links.sql.ts";

/** The organization's links, newest first: ids begin with the time they were made. */
export async function listLinks(
  ctx: Context & { cursors: Cursors },
  { estado, limit, cursor }: LinkListPart,
): Promise<LinkPage> {
  const list = ["links", ctx.organization.id, estado ?? null];
  const [before] = cursor === undefined ? [] : ctx.cursors.read(list, cursor);
  const state = stateAt(ctx.clock.now());
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({
        enlaceId: links.id,
        sistema: links.connector,
        modo: links.mode,
        estado: state,
        conexionId: links.connectionId,
        creadoEn: links.createdAt,
        expiraEn: links.expiresAt,
      })
      .from(links)
      .leftJoin(connections, eq(connections.id, links.connectionId))
      .where(
        and(
          eq(links.organizationId, ctx.organization.id),
          ofKnownConnection(ctx, links.connectionId),
          // A deleted connection's link is about to be erased.
          or(isNull(links.connectionId), isNotNull(connections.id)),
          estado === undefined ? undefined : eq(state, estado),
          before === undefined ? undefined : lt(links.id, before),
        ),
      )
      .orderBy(desc(links.id))
      .limit(limit + 1),
  );
  const { page, last } = pageOf(rows, limit);
  return {
    enlaces: page.map((row) => ({
      ...row,
      creadoEn: row.creadoEn.toISOString(),
      expiraEn: row.expiraEn.toISOString(),
    })),
    cursor: last === null ? null : ctx.cursors.make(list, [last.enlaceId]),
  };
}
