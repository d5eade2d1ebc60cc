import { withTx, type Context } from "#lib/db/context.ts";
import type { Queries, Statement } from "#lib/db/database.ts";
import { rehashUsedKey, type BillingState, type PlanName } from "#lib/identity/index.ts";

/** Everything the checks of a call ask about its caller, answered by one statement. */
export interface Caller {
  keyId: string;
  scopes: string[];
  valid: boolean;
  organizationId: string;
  organizationName: string;
  plan: PlanName;
  billing: BillingState;
  connectors: string[];
  /** Requests of this credential in the current minute, this one included. */
  hits: number;
  connection: CallerConnection | null;
  /** Calls of the connection in the current month. */
  calls: number;
}

export interface CallerConnection {
  id: string;
  connector: string;
  nombre: string;
  rut: string | null;
  scopes: string[];
  alcances: string[];
  acceso: string | null;
  credencial: string;
  disabled: boolean;
}

/** A row of `connections` as the checks see it. */
const connectionJson = `json_build_object('id', id, 'connector', connector, 'nombre', nombre,
        'rut', rut, 'scopes', scopes, 'alcances', alcances, 'acceso', acceso,
        'credencial', credencial, 'disabled', disabled_at is not null)`;

/**
 * `scope` comes first in every chain of laterals, so the setting that the policies read is
 * made before any walled table is touched: a lateral cannot run before what it refers to.
 */
const findCaller: Statement = {
  name: "identity.caller",
  repeatable: true,
  text: `
    with scope as materialized (select set_config('app.org_id', '*', true) as org),
    caller as materialized (
      select k.id, k.organization_id, k.scopes, k.hash,
        k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) as valid
      from scope cross join lateral (
        select * from api_keys where hash = any($1::bytea[]) and scope.org = '*' offset 0
      ) k
    ),
    hit as (
      insert into rate_windows (organization_id, key_id, starts_at, hits)
      select organization_id, id, $3, 1 from caller where valid
      on conflict (key_id, starts_at) do update set hits = rate_windows.hits + 1
      returning hits
    ),
    ${rehashUsedKey({ hash: "$6" })}
    select caller.id as "keyId", caller.scopes, caller.valid,
      caller.organization_id as "organizationId", o.name as "organizationName", o.plan, o.billing,
      e.connectors, coalesce((select hits from hit), 0) as hits,
      c.connection, coalesce(u.calls, 0)::int as calls
    from caller
    cross join lateral (
      select name, plan, billing from organizations where id = caller.organization_id offset 0
    ) o
    cross join lateral (
      select coalesce(array_agg(connector), '{}') as connectors
      from organization_connectors where organization_id = caller.organization_id offset 0
    ) e
    left join lateral (
      select id, ${connectionJson} as connection
      from connections where organization_id = caller.organization_id and id = $4 offset 0
    ) c on true
    left join lateral (
      select sum(calls) as calls from usage_slots
      where connection_id = c.id and periodo = $5 offset 0
    ) u on true`,
};

interface CallerQuestion {
  /** By every secret that verifies; a key is kept under the first of them from its next use on. */
  keyHashes: readonly Buffer[];
  now: Date;
  connectionId: string | null;
  periodo: string;
}

const liveKey: Statement = {
  name: "identity.live_key",
  repeatable: true,
  text: `
    with scope as materialized (select set_config('app.org_id', '*', true) as org)
    select 1 from scope cross join lateral (
      select revoked_at, expires_at from api_keys where hash = any($1::bytea[]) and scope.org = '*' offset 0
    ) k where k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
};

/** Whether the bearer is anybody's, before anything else of a request is read. Counts nothing. */
export async function isLiveKey(
  db: Queries,
  keyHashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  return (await db.run(liveKey, [keyHashes, now])).length > 0;
}

/** Null when no such key exists. Counts the request against the credential's rate. */
export async function lookUpCaller(db: Queries, question: CallerQuestion): Promise<Caller | null> {
  const { keyHashes, now, connectionId, periodo } = question;
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const values = [keyHashes, now, minute, connectionId, periodo, keyHashes[0]];
  const rows = await db.run<Caller>(findCaller, values);
  return rows[0] ?? null;
}

/** The caller as it would be with each of its organization's connections, oldest first. */
export async function lookUpConnectedCallers(
  ctx: Context,
  caller: Caller,
  { periodo, connector }: { periodo: string; connector?: string },
): Promise<ConnectedCaller[]> {
  const rows = await withTx(ctx, ({ db }) =>
    db.run<{ connection: CallerConnection; calls: number }>(findConnections, [
      caller.organizationId,
      periodo,
      connector ?? null,
    ]),
  );
  return rows.map((row) => ({ ...caller, ...row }));
}

export type ConnectedCaller = Caller & { connection: CallerConnection };

const findConnections: Statement = {
  name: "identity.connected_callers",
  repeatable: true,
  text: `
    select ${connectionJson} as connection, coalesce(u.calls, 0)::int as calls
    from connections c
    left join lateral (
      select sum(calls) as calls from usage_slots where connection_id = c.id and periodo = $2
    ) u on true
    where organization_id = $1 and ($3::text is null or connector = $3)
    order by created_at, id`,
};
