import { and, eq, sql } from "drizzle-orm";
import { periodoOfDay, type Fecha } from "#lib/chile/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { coverage } from "./coverage.sql.ts";

interface Issued {
  /** A module that lists it too. */
  alcance: string;
  fecha: Fecha;
}

/**
 * A module's month lacks a document that was issued after its reading for a day that the reading
 * covered. The day of the reading itself, and those after it, were never said to be complete.
 */
export async function outdateReading(
  { db }: InTransaction<SystemContext>,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  { alcance, fecha }: Issued,
): Promise<void> {
  await db.orm
    .update(coverage)
    .set({ status: "partial" })
    .where(
      and(
        eq(coverage.organizationId, organizationId),
        eq(coverage.connectionId, connectionId),
        eq(coverage.alcance, alcance),
        eq(coverage.periodo, periodoOfDay(fecha)),
        sql`(${coverage.readAt} at time zone 'America/Santiago')::date > ${fecha}::date`,
      ),
    );
}
