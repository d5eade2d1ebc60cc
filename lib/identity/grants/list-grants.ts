import { and, desc, eq, isNull } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { shownVersion } from "#lib/kernel/shown-version.ts";
import { members } from "../identity.sql.ts";
import { grants } from "./grants.sql.ts";
import { unusedMs, type GrantEnd } from "./terms.ts";

export interface Grant {
  id: string;
  client: { id: string; name: string; host: string | null; verified: boolean };
  redirectHost: string;
  /** Name and mail are gone with the membership. */
  person: { userId: string; name: string | null; email: string | null };
  scopes: string[];
  /** Null means all of the organization's connections. */
  connections: string[] | null;
  consentedAt: Date;
  lastUsedAt: Date | null;
  /** The earlier of its ends, as of now. */
  endsAt: Date;
  ended: { at: Date; reason: GrantEnd } | null;
  /** Changes with everything that a form can change. */
  version: string;
}

/** The applications that act for the organization, newest consent first: one person's, or all. */
export async function listGrants(
  ctx: Context,
  { userId, withEnded = false }: { userId?: string; withEnded?: boolean } = {},
): Promise<Grant[]> {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ grant: grants, name: members.name, email: members.email })
      .from(grants)
      .leftJoin(
        members,
        and(eq(members.organizationId, grants.organizationId), eq(members.userId, grants.userId)),
      )
      .where(
        and(
          eq(grants.organizationId, ctx.organization.id),
          userId === undefined ? undefined : eq(grants.userId, userId),
          withEnded ? undefined : isNull(grants.endedAt),
        ),
      )
      .orderBy(desc(grants.consentedAt), desc(grants.id)),
  );
  const listed = rows.map(({ grant, name, email }) => toGrant(grant, { name, email }));
  // Refused since its end, whether or not that has been recorded.
  const now = ctx.clock.now();
  return listed.filter(({ endsAt }) => withEnded || endsAt > now);
}

export function toGrant(
  row: typeof grants.$inferSelect,
  member: { name: string | null; email: string | null },
): Grant {
  const { endedAt, endReason } = row;
  return {
    id: row.id,
    client: {
      id: row.clientId,
      name: row.clientName,
      host: row.clientHost,
      verified: row.clientVerified,
    },
    redirectHost: row.redirectHost,
    person: { userId: row.userId, ...member },
    scopes: row.scopes,
    connections: row.connections,
    consentedAt: row.consentedAt,
    lastUsedAt: row.lastUsedAt,
    endsAt: endOf(row),
    ended: endedAt === null || endReason === null ? null : { at: endedAt, reason: endReason },
    version: versionOf(row),
  };
}

function versionOf({ scopes, connections }: typeof grants.$inferSelect): string {
  return shownVersion([scopes.toSorted(), connections?.toSorted() ?? null]);
}

/** For an unused one, the hour in which its client must fetch its token. */
function endOf({
  firstTokenAt,
  consentedAt,
  idleEndsAt,
  endsAt,
}: typeof grants.$inferSelect): Date {
  const unusedEndsAt = firstTokenAt === null ? [consentedAt.getTime() + unusedMs] : [];
  return new Date(Math.min(idleEndsAt.getTime(), endsAt.getTime(), ...unusedEndsAt));
}
