import { and, desc, eq, gt } from "drizzle-orm";
import { lockConnections } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { challengeToken, isChallenge } from "./challenge-token.ts";
import { hashLinkToken } from "./link-token.ts";
import { stateAt } from "./link-state.ts";
import { links } from "./links.sql.ts";

const minutes = 60;
/** With less time left, a person who is told of it may come too late. */
const leastLeftMs = 15 * minuteMs;

type Challenger = Context & { secret: ServiceSecret; baseUrl: string };

interface Challenged {
  id: string;
  connector: string;
  alcances: readonly string[];
}

/**
 * Where a person connects the account again, made while a call is refused for it. Asking again
 * gives the same link: the token is derived from the link's id. Null where this caller may leave no
 * link open.
 */
export async function challengeLink(
  ctx: Challenger,
  connection: Challenged,
): Promise<{ url: string; expiraEn: string } | null> {
  const now = ctx.clock.now();
  const found = await noneOr(
    withTx(ctx, async (tx) => {
      // The second of two concurrent calls gets the first one's link.
      await lockConnections(tx, [connection.id]);
      const open = await findOpen(tx, connection, new Date(now.getTime() + leastLeftMs));
      if (open !== null) return open;
      const id = newId("cs", now);
      const expiresAt = new Date(now.getTime() + minutes * minuteMs);
      const { kind: createdByKind, id: createdById } = ctx.actor;
      await tx.db.orm.insert(links).values({
        id,
        organizationId: ctx.organization.id,
        connector: connection.connector,
        mode: "reconectar",
        connectionId: connection.id,
        alcances: [...connection.alcances],
        tokenHash: hashLinkToken(ctx.secret, challengeToken(ctx.secret, id)),
        state: "open",
        createdByKind,
        createdById,
        createdAt: now,
        expiresAt,
      });
      const made = await findOpen(tx, connection, now);
      if (made === null) throw new NoneOpen();
      return made;
    }),
  );
  if (found === null) return null;
  const url = `${ctx.baseUrl}/connect/${challengeToken(ctx.secret, found.id)}`;
  return { url, expiraEn: found.expiresAt.toISOString() };
}

/** Thrown to roll back: a link that is annulled from the start is of no use. */
class NoneOpen extends Error {}

function noneOr<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (error instanceof NoneOpen) return null;
    throw error;
  });
}

/** One made the same way by the same caller, which a person may still open. */
async function findOpen(
  tx: InTransaction<Challenger>,
  { id: connectionId }: Challenged,
  openAt: Date,
): Promise<{ id: string; expiresAt: Date } | null> {
  const rows = await tx.db.orm
    .select({ id: links.id, expiresAt: links.expiresAt, tokenHash: links.tokenHash })
    .from(links)
    .where(
      and(
        eq(links.organizationId, tx.organization.id),
        eq(links.connectionId, connectionId),
        eq(links.mode, "reconectar"),
        eq(links.createdByKind, tx.actor.kind),
        eq(links.createdById, tx.actor.id),
        gt(links.expiresAt, openAt),
        eq(stateAt(tx.clock.now()), "abierto"),
      ),
    )
    .orderBy(desc(links.createdAt));
  return rows.find((row) => isChallenge(tx.secret, row)) ?? null;
}
