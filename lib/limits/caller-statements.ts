import type { Statement } from "#lib/db/database.ts";
import { quotaPlanIn } from "#lib/identity/index.ts";

/** A row of `connections` as the checks need it. */
const connectionJson = `json_build_object('id', id, 'connector', connector, 'nombre', nombre,
        'rut', rut, 'scopes', scopes, 'alcances', alcances, 'acceso', acceso,
        'credencial', credencial, 'disabled', disabled_at is not null)`;

const liveAt = (now: string): string =>
  `k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`;
const liveKey = liveAt("$2");
const liveGrant =
  "g.ended_at is null and g.idle_ends_at > $2 and g.ends_at > $2 and m.user_id is not null";

/** Set before any protected table is touched: a lateral cannot run before what it refers to. */
function speakingFor(organizationId: string): string {
  return `set_config('app.org_id', ${organizationId}, true)`;
}

/** A bearer's row, by the hashes of a key or by the id of a grant: `$1`. */
const keyFound = "from find_api_key($1) k where k.id is not null";
const grantFound = `
      from (select find_grant($1) as org) found
      cross join lateral (select ${speakingFor("found.org")} as org where found.org is not null offset 0) scope
      cross join lateral (
        select * from grants where id = $1 and organization_id = scope.org offset 0
      ) g
      left join lateral (
        select user_id, role, can_issue from members
        where organization_id = g.organization_id and user_id = g.user_id offset 0
      ) m on true`;

/** `caller` for each kind: the same columns for the parts that follow. */
const byKey = `
      select k.id, k.organization_id, k.scopes, k.connections, k.hash <> $6 as outdated, null::text[] as granted,
        null::json as member, null as client_id, ${liveKey} as valid,
        ${speakingFor("k.organization_id")} as scope ${keyFound}`;
/** The same key by its id, as named in a link sealed for it; `$6` is its organization. */
const byKeyId = `
      select k.id, k.organization_id, k.scopes, k.connections, false as outdated, null::text[] as granted,
        null::json as member, null as client_id, ${liveKey} as valid
      from (
        select org from (select ${speakingFor("$6")} as org offset 0) own
        where exists (select from organizations where id = own.org and deletes_at is null)
      ) scope
      cross join lateral (
        select * from api_keys where organization_id = scope.org and id = $1 offset 0
      ) k`;
const byGrant = `
      select g.id, g.organization_id, g.scopes, g.connections, false as outdated, g.scopes as granted,
        json_build_object('userId', m.user_id, 'role', m.role, 'canIssue', m.can_issue) as member,
        g.client_id, ${liveGrant} as valid ${grantFound}`;

/** For a membership, which has no end of its own, `$2` is the organization. */
const byMember = `
      select m.user_id as id, m.organization_id, '{}'::text[] as scopes, null::text[] as connections,
        false as outdated, null::text[] as granted, null as client_id, true as valid,
        json_build_object('userId', m.user_id, 'role', m.role, 'canIssue', m.can_issue) as member
      from (select ${speakingFor("$2")} as org offset 0) scope
      cross join lateral (
        select * from members where organization_id = scope.org and user_id = $1 offset 0
      ) m`;

const connectorsOf = (organizationId: string): string => `(
        select coalesce(array_agg(connector), '{}') from organization_connectors
        where organization_id = ${organizationId}
      )`;
/** The requested connection, if the caller may see it. */
const connectionFor = (caller: string, connectionId: string): string => `
    left join lateral (
      select id, ${connectionJson} as connection
      from connections where organization_id = ${caller}.organization_id and id = ${connectionId}
        and (${caller}.connections is null or id = any(${caller}.connections)) offset 0
    ) c on true`;
const callsIn = (periodo: string): string => `(
        select coalesce(sum(calls), 0)::int from usage_slots
        where connection_id = c.id and periodo = ${periodo}
      )`;

/** The checks' question, for the `caller` of one kind. */
function answerFor(kind: string, caller: string): string {
  return `
    with caller as materialized (${caller}
    ),
    hit as (
      insert into rate_windows (organization_id, credential_id, starts_at, hits)
      select organization_id, id, $3, 1 from caller where valid
      on conflict (organization_id, credential_id, starts_at)
        do update set hits = rate_windows.hits + 1
      returning hits
    )
    select json_build_object('kind', '${kind}', 'id', caller.id, 'scopes', caller.scopes,
      'granted', caller.granted, 'connections', caller.connections, 'member', caller.member,
      'clientId', caller.client_id, 'valid', caller.valid, 'outdated', caller.outdated,
      'organizationId', caller.organization_id, 'organizationName', o.name, 'plan', o.plan,
      'quotaPlan', ${quotaPlanIn("$5")}, 'billing', o.billing,
      'connectors', ${connectorsOf("caller.organization_id")},
      'hits', coalesce((select hits from hit), 0), 'connection', c.connection,
      'calls', ${callsIn("$5")}) as caller
    from caller
    cross join lateral (
      select name, plan, billing, quota_periodo, quota_plan from organizations
      where id = caller.organization_id offset 0
    ) o${connectionFor("caller", "$4")}`;
}

/** Every call begins with one of these statements. */
export const callerStatements = {
  api_key: {
    name: "identity.caller_by_key",
    repeatable: true,
    text: answerFor("api_key", byKey),
  },
  sealed_key: {
    name: "identity.caller_by_sealed_key",
    repeatable: true,
    text: answerFor("api_key", byKeyId),
  },
  oauth: {
    name: "identity.caller_by_grant",
    repeatable: true,
    text: answerFor("oauth", byGrant),
  },
  member: {
    name: "identity.caller_by_member",
    repeatable: true,
    text: answerFor("member", byMember),
  },
} as const satisfies Record<string, Statement>;

/**
 * The same for several requests of one organization, each in its own `place`. Requests with the
 * same key in the same minute are counted at once, and each row has the count including all of
 * them.
 */
export const keysTogether: Statement = {
  name: "identity.callers_by_key",
  repeatable: true,
  text: `
    with scope as materialized (select ${speakingFor("$1")} as org),
    o as materialized (
      select o.*, ${connectorsOf("o.id")} as connectors
      from scope cross join lateral (
        select id, name, plan, billing, quota_periodo, quota_plan from organizations
        where id = scope.org and deletes_at is null offset 0
      ) o
    ),
    caller as materialized (
      select a.place, a.minute, a.connection, a.periodo, k.id, k.organization_id, k.scopes,
        k.connections, ${liveAt("a.now")} as valid
      from o cross join lateral json_to_recordset($2) a (place int, hash bytea, now timestamptz,
        minute timestamptz, connection text, periodo text)
      cross join lateral (
        select * from api_keys where hash = a.hash and organization_id = o.id offset 0
      ) k
    ),
    hit as (
      insert into rate_windows (organization_id, credential_id, starts_at, hits)
      select organization_id, id, minute, count(*) from caller where valid
      -- In the same order in every process: no two wait for each other in a circle.
      group by organization_id, id, minute order by id, minute
      on conflict (organization_id, credential_id, starts_at)
        do update set hits = rate_windows.hits + excluded.hits
      returning credential_id, starts_at, hits
    )
    select caller.place, json_build_object('kind', 'api_key', 'id', caller.id,
      'scopes', caller.scopes, 'granted', null, 'connections', caller.connections,
      'member', null, 'clientId', null, 'valid', caller.valid,
      'organizationId', o.id, 'organizationName', o.name, 'plan', o.plan,
      'quotaPlan', ${quotaPlanIn("caller.periodo")}, 'billing', o.billing,
      'connectors', o.connectors, 'hits', coalesce((
        select hits from hit where credential_id = caller.id and starts_at = caller.minute
      ), 0), 'connection', c.connection, 'calls', ${callsIn("caller.periodo")}) as caller
    from o cross join caller${connectionFor("caller", "caller.connection")}`,
};

export const liveStatements = {
  api_key: {
    name: "identity.live_key",
    repeatable: true,
    text: `select 1 ${keyFound} and ${liveKey}`,
  },
  oauth: {
    name: "identity.live_grant",
    repeatable: true,
    text: `select 1 ${grantFound} where ${liveGrant}`,
  },
} as const satisfies Record<string, Statement>;

export const connectedCallers: Statement = {
  name: "identity.connected_callers",
  repeatable: true,
  text: `
    select ${connectionJson} as connection, coalesce(u.calls, 0)::int as calls
    from connections c
    left join lateral (
      select sum(calls) as calls from usage_slots where connection_id = c.id and periodo = $2
    ) u on true
    where organization_id = $1 and ($3::text is null or connector = $3)
      and ($4::text[] is null or id = any($4::text[]))
    order by created_at, id`,
};
