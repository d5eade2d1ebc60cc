import { and, eq, isNull } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { consents, type ConsentEnd } from "./consents.sql.ts";
import type { links } from "./links.sql.ts";

type Attempt = Pick<
  typeof links.$inferSelect,
  "id" | "organizationId" | "consent" | "agreedAt" | "accessUntil" | "cutHash"
>;

/**
 * Stores the consent of the person whose credential is now in use. The caller holds the connection.
 * An earlier person's consent ends: their credential is no longer stored.
 */
export async function keepConsent(
  tx: InTransaction<SystemContext>,
  { id: linkId, organizationId, consent, agreedAt, accessUntil, cutHash }: Attempt,
  connectionId: string,
): Promise<void> {
  await endConsent(tx, connectionId, "reemplazado");
  // Typed before consents existed, and tried after.
  if (consent === null || agreedAt === null) return;
  await tx.db.orm.insert(consents).values({
    id: newId("cst", tx.clock.now()),
    organizationId,
    connectionId,
    linkId,
    ...consent,
    agreedAt,
    accessUntil,
    cutHash,
  });
}

/** The connection's consent is no longer in force. */
export async function endConsent(
  { db, clock }: InTransaction<SystemContext>,
  connectionId: string,
  ended: ConsentEnd,
): Promise<void> {
  await db.orm
    .update(consents)
    .set({ ended, endedAt: clock.now() })
    .where(and(eq(consents.connectionId, connectionId), isNull(consents.endedAt)));
}
