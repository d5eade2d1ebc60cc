import { and, asc, eq, isNull, notExists, sql } from "drizzle-orm";
import { monthOfDay } from "#lib/chile/index.ts";
import type { PreviewedReceipt } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { companyOf, hashOf, type ActingConnection } from "#lib/ledger/index.ts";
import { operations } from "#lib/ledger/ledger.sql.ts";
import { records } from "#lib/records/records.sql.ts";

type Likeness = Pick<PreviewedReceipt, "rutReceptor" | "fecha" | "bruto">;

/**
 * The bar codes of receipts in force in the list with the same receiver, day and amount that the
 * ledger does not know: issued by hand, or by this service in a period that a restored database
 * lost. According to the list as last read.
 */
export async function alikeReceipts(
  { db, organization }: InTransaction<Context>,
  connection: ActingConnection,
  { rutReceptor, fecha, bruto }: Likeness,
): Promise<string[]> {
  const barCode = sql<string>`${records.payload}->>'codigoBarras'`;
  const known = db.orm
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        eq(operations.organizationId, organization.id),
        eq(operations.connector, connection.connector),
        eq(operations.companyRut, companyOf(connection)),
        eq(operations.externalRef, barCode),
      ),
    );
  const found = await db.orm
    .select({ barCode })
    .from(records)
    .where(
      and(
        eq(records.organizationId, organization.id),
        eq(records.connectionId, connection.id),
        eq(records.dataset, "tributario.boletas"),
        sql`starts_with(${records.sortKey}, ${`emitidas|${monthOfDay(fecha)}|${fecha}|`})`,
        sql`${records.payload} @> ${JSON.stringify({ rutContraparte: rutReceptor, bruto })}::jsonb`,
        sql`${records.payload}->>'estado' <> 'ANULADA'`,
        isNull(records.withdrawnAt),
        notExists(known),
      ),
    )
    .orderBy(asc(barCode));
  return found.map((one) => one.barCode);
}

/** The fingerprint of a receipt as seen next to those: one from before they were listed differs. */
export function huellaWithAlike(alike: readonly string[], huella: string): string {
  return alike.length === 0 ? huella : hashOf([huella, ...alike]);
}
