import { and, eq } from "drizzle-orm";
import { lastDay, Periodo, santiagoDayOf } from "#lib/chile/index.ts";
import type { AccountRead, AlcanceReading } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import type { ClaimedJob } from "#lib/jobs/index.ts";
import { coverage } from "./coverage.sql.ts";

type Shown = Pick<AlcanceReading, "rows" | "completoPorCuenta" | "cortadas">;

/**
 * The accounts of earlier readings of the month that this one does not show: closed, or hidden from
 * this login. One that was read completely after the month's end stays complete, also if it is
 * listed and nothing of it can be read any more; of any other it is unknown what came since.
 */
export async function lostAccounts(
  tx: InTransaction<Pick<Context, "db">>,
  { connectionId, periodo }: ClaimedJob,
  { alcance, ...shown }: Shown & { alcance: string },
): Promise<Record<string, AccountRead>> {
  const { completoPorCuenta } = shown;
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
  const keeps = (read: AccountRead): boolean => hasEnded && read === true;
  const withheld = withheldAccounts(shown);
  const lost = Object.entries(earlier.cuentas).filter(
    ([account, read]) =>
      !Object.hasOwn(completoPorCuenta, account) || (keeps(read) && withheld.includes(account)),
  );
  return Object.fromEntries(
    lost.map(([account, read]) => [account, keeps(read) ? read : "unlisted"]),
  );
}

/** Those that the portal shows nothing of, while it shows others. */
function withheldAccounts({ rows, completoPorCuenta = {}, cortadas = [] }: Shown): string[] {
  const counted = rows.filter(({ uncounted }) => uncounted !== true);
  const read = new Set(counted.flatMap(({ records }) => records.map(({ account }) => account)));
  const withheld = cortadas.filter((account) => !read.has(account));
  return withheld.length < Object.keys(completoPorCuenta).length ? withheld : [];
}
