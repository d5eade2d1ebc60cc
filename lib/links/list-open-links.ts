import { and, desc, eq, inArray } from "drizzle-orm";
import type { LinkState } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { members } from "#lib/identity/identity.sql.ts";
import { stateAt } from "./link-state.ts";
import { links } from "./links.sql.ts";

export interface OpenLink {
  id: string;
  sistema: string;
  modo: "crear" | "reconectar";
  state: LinkState;
  connectionId: string | null;
  nombre: string | null;
  /** A person's name while they are a member; for an agent, only its kind. */
  maker: { kind: string; name: string | null };
  createdAt: Date;
  expiresAt: Date;
}

/** The organization's links that somebody could still use, or is using; newest first. */
export async function listOpenLinks(ctx: Context): Promise<OpenLink[]> {
  const state = stateAt(ctx.clock.now());
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ link: links, state, makerName: members.name })
      .from(links)
      .leftJoin(
        members,
        and(
          eq(members.organizationId, links.organizationId),
          eq(members.userId, links.createdById),
        ),
      )
      .where(
        and(
          eq(links.organizationId, ctx.organization.id),
          ofKnownConnection(ctx, links.connectionId),
          // Others can be skipped without computing their state.
          inArray(links.state, ["open", "verifying"]),
          inArray(state, ["abierto", "verificando"]),
        ),
      )
      .orderBy(desc(links.id)),
  );
  return rows.map(({ link, state: now, makerName }) => ({
    id: link.id,
    sistema: link.connector,
    modo: link.mode,
    state: now,
    connectionId: link.connectionId,
    nombre: link.nombre,
    maker: { kind: link.createdByKind, name: makerName },
    createdAt: link.createdAt,
    expiresAt: link.expiresAt,
  }));
}
