import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { balanceDayOf, balanceMonedaOf } from "#lib/contract/bank/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { records } from "./records.sql.ts";

/** One figure of one account, day by day. */
export interface BalanceSteps {
  account: string;
  moneda: string;
  /** The contract's name: `saldoContable`. */
  field: string;
  /** Only days with a snapshot, oldest first; null is a value the bank did not give, not zero. */
  days: { fecha: string; value: number | null }[];
}

/** The stored balance snapshots since a day, by account and figure. */
export async function balanceSteps(
  ctx: Context,
  { id, sistema }: { id: string; sistema: string },
  since: string,
): Promise<BalanceSteps[]> {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ payload: records.payload, account: records.account })
      .from(records)
      .where(
        and(
          eq(records.organizationId, ctx.organization.id),
          eq(records.connectionId, id),
          ofKnownConnection(ctx, records.connectionId),
          eq(records.dataset, `${sistema}.saldos`),
          // Day and account: the order of the index.
          gte(records.sortKey, since),
          isNull(records.withdrawnAt),
        ),
      )
      .orderBy(asc(records.sortKey)),
  );
  const steps = new Map<string, BalanceSteps>();
  for (const { payload, account } of rows) {
    const fecha = String(balanceDayOf(payload));
    const moneda = String(balanceMonedaOf(payload));
    for (const [field, value] of figuresOf(payload)) {
      const key = `${account}|${moneda}|${field}`;
      const one = steps.get(key) ?? { account: account ?? "", moneda, field, days: [] };
      one.days.push({ fecha, value });
      steps.set(key, one);
    }
  }
  return [...steps.values()];
}

/** Everything that a bank calls a balance, without limits and lines of credit. */
function figuresOf(payload: Record<string, unknown>): [string, number | null][] {
  return Object.entries(payload).flatMap(([field, value]): [string, number | null][] => {
    if (!field.startsWith("saldo")) return [];
    return value === null || typeof value === "number" ? [[field, value]] : [];
  });
}
