import { and, desc, eq } from "drizzle-orm";
import { findConnection } from "#lib/connections/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { requireReader } from "#lib/identity/index.ts";
import { consents, type ConsentEnd, type ShownConsent } from "./consents.sql.ts";

/** What one person agreed to. */
export interface Consent extends ShownConsent {
  id: string;
  linkId: string;
  agreedAt: Date;
  accessUntil: Date | null;
  endedAt: Date | null;
  ended: ConsentEnd | null;
}

/** Nobody looks through more than these; the export has all. */
const most = 20;

/** For owners: newest first. Null for an unknown connection, and for another organization's. */
export function listConsents(ctx: Context, connectionId: string): Promise<Consent[] | null> {
  return withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner"]);
    if ((await findConnection(tx, connectionId)) === null) return null;
    const rows = await tx.db.orm
      .select()
      .from(consents)
      .where(
        and(
          eq(consents.organizationId, ctx.organization.id),
          eq(consents.connectionId, connectionId),
        ),
      )
      .orderBy(desc(consents.agreedAt))
      .limit(most);
    return rows.map(({ id, linkId, version, facts, agreedAt, accessUntil, endedAt, ended }) => ({
      id,
      linkId,
      version,
      facts,
      agreedAt,
      accessUntil,
      endedAt,
      ended,
    }));
  });
}
