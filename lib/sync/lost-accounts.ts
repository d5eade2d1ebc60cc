import { and, eq } from "drizzle-orm";
import { lastDay, Periodo, santiagoDayOf } from "#lib/chile/index.ts";
import type { AccountRead, AlcanceReading } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import type { ClaimedJob } from "#lib/jobs/index.ts";
import { coverage } from "./coverage.sql.ts";

/**
 * The accounts of earlier readings of the month that this one does not show: closed, or hidden from
 * this login. One that was read completely after the month's end stays complete; of any other it is
 * unknown what came since.
 */
export async function lostAccounts(
  tx: InTransaction<Pick<Context, "db">>,
  { connectionId, periodo }: ClaimedJob,
  { alcance, completoPorCuenta }: Pick<AlcanceReading, "completoPorCuenta"> & { alcance: string },
): Promise<Record<string, AccountRead>> {
  if (completoPorCuenta === undefined || connectionId === null || periodo === null) return {};
  const [earlier] = await tx.db.orm
    .select({ cuentas: coverage.cuentas, readAt: coverage.readAt })
    .from(coverage)
    .where(
      and(
        eq(coverage.connectionId, connectionId),
        eq(coverage.alcance, alcance),
        eq(coverage.periodo, periodo),
      ),
    );
  if (earlier?.cuentas == null) return {};
  const hasEnded = santiagoDayOf(earlier.readAt) > lastDay(Periodo.parse(periodo));
  const lost = Object.entries(earlier.cuentas).filter(
    ([account]) => !Object.hasOwn(completoPorCuenta, account),
  );
  const keeps = (read: AccountRead): boolean => hasEnded && read === true;
  return Object.fromEntries(
    lost.map(([account, read]) => [account, keeps(read) ? read : "unlisted"]),
  );
}
