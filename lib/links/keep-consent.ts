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
 * What the person agreed to whose credential is kept from now on. The caller holds the connection.
 * What another one agreed to before is over: theirs is stored no more.
 */
export async function keepConsent(
  tx: InTransaction<SystemContext>,
  { id: linkId, organizationId, consent, agreedAt, accessUntil, cutHash }: Attempt,
  connectionId: string,
): Promise<void> {
  await endConsent(tx, connectionId, "reemplazado");
  // Typed before there were consents, and tried after.
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

/** Nothing of it is in force any more. */
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
