import { periodoOf, type Periodo } from "#lib/chile/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import {
  plans,
  quotaPlanIn,
  requireReader,
  roles,
  type BillingState,
  type PlanName,
} from "#lib/identity/index.ts";

interface UsedConnection {
  id: string;
  connector: string;
  nombre: string;
  disabled: boolean;
  calls: number;
}

export interface Usage {
  plan: PlanName;
  billing: BillingState;
  /** The month that is counted. */
  periodo: Periodo;
  /** Calls that each connection may make in this month. */
  quota: number;
  /** From the next month on, if the plan was changed in this one. */
  nextQuota: number;
  /** Most used first. */
  connections: UsedConnection[];
}

const find: Statement = {
  name: "limits.usage",
  repeatable: true,
  text: `
    select o.plan, o.billing, ${quotaPlanIn("$2")} as "quotaPlan", coalesce((
      select json_agg(c) from (
        select id, connector, nombre, disabled_at is not null as disabled, (
          select coalesce(sum(calls), 0)::int from usage_slots u
          where u.connection_id = connections.id and u.periodo = $2
        ) as calls
        from connections where organization_id = $1 order by calls desc, created_at, id
      ) c
    ), '[]') as connections
    from organizations o where o.id = $1`,
};

/** What the organization may use in this month, and what it has used. For every member. */
export async function usageOf(ctx: Context): Promise<Usage> {
  const periodo = periodoOf(ctx.clock.now());
  const [found] = await withTx(ctx, async (tx) => {
    await requireReader(tx, roles);
    type Row = Pick<Usage, "plan" | "billing" | "connections"> & { quotaPlan: PlanName };
    return tx.db.run<Row>(find, [ctx.organization.id, periodo]);
  });
  if (found === undefined) throw new TypeError("a member without an organization");
  const { quotaPlan, ...usage } = found;
  const quota = plans[quotaPlan].callsPerConnection;
  return { ...usage, periodo, quota, nextQuota: plans[usage.plan].callsPerConnection };
}
