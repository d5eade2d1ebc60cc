import { periodoOf } from "#lib/chile/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { planNames, plans, quotaPlanIn } from "#lib/identity/index.ts";
import { isAnnulledAt, isConfirmed } from "#lib/ledger/index.ts";
import { everyMinutesIn } from "#lib/schedules/index.ts";

/** What only goes on when somebody acts, most urgent first. */
const kinds = [
  "confirmation",
  "outcome_unknown",
  "billing",
  "credential",
  "endpoint_disabled",
  "endpoint_failing",
  "stale",
  "quota",
  "key_ending",
] as const;
type NeedKind = (typeof kinds)[number];

export interface Need {
  kind: NeedKind;
  /** The id of its subject; null when that is the organization itself. */
  id: string | null;
  /** The name people know it by. */
  label: string;
  /** A state or a number, depending on the kind. */
  detail: string | null;
  at: Date | null;
  /** How many there are of its kind, of which the first few are listed. */
  alike: number;
}

interface Attention {
  needs: Need[];
  /** For the first steps that the dashboard suggests. */
  hasConnections: boolean;
  hasKeys: boolean;
}

/** A share of the calls that a connection may make in a month. */
const quotaShare = 0.8;
/** A multiple of the schedule's interval: half an interval late. */
const staleShare = 1.5;
const keyEndsWithinDays = 14;
const failuresToTell = 3;
/** Two hundred of one kind must not hide the others. */
const shownOfKind = 8;

/** Computed on demand: none of it is stored. */
const find: Statement = {
  name: "attention.needs",
  repeatable: true,
  text: `
    with organization as (
      select billing, ${quotaPlanIn("$3")} as quota_plan from organizations o where id = $1
    ),
    needs as (
      select 'confirmation' as kind, id, tipo_dte::text as label, null as detail, expires_at as at
      from preparations p
      where organization_id = $1 and expires_at > $2 and confirmation_asked_at is not null
        and rejected_by is null and state <> 'consumed'
        and not ${isConfirmed} and not ${isAnnulledAt("$2")}
        -- One of a deleted connection has no page any more.
        and connection_id in (select id from connections where organization_id = $1)
      union all
      -- What has a request of its own is seen on the request's page.
      select 'outcome_unknown', case kind when 'correo' then connection_id else coalesce(subject_id, id) end, coalesce(tipo_dte::text, kind), null, created_at
      from operations
      where organization_id = $1 and state = 'unknown' and set_aside_at is null
      union all
      select 'billing', null, billing, null, null from organization where billing <> 'active'
      union all
      select 'credential', id, nombre, credencial, credencial_actualizada_en from connections
      where organization_id = $1 and disabled_at is null and credencial <> 'viva'
      union all
      select 'stale', id, nombre, every::text, ultima_sincronizacion_en
      from connections cross join lateral (select ${everyMinutesIn("schedule")} as every) s
      where organization_id = $1 and disabled_at is null and credencial = 'viva'
        and coalesce(ultima_sincronizacion_en, created_at)
          < $2::timestamptz - ${staleShare} * every * interval '1 minute'
      union all
      select 'endpoint_disabled', id, url, disabled_detail, disabled_at from webhook_endpoints
      where organization_id = $1 and disabled_reason = 'automatic'
        -- Limited to a deleted one it cannot be enabled any more.
        and (connection_id is null
          or connection_id in (select id from connections where organization_id = $1))
      union all
      select 'endpoint_failing', id, url, consecutive_failures::text, last_success_at
      from webhook_endpoints
      where organization_id = $1 and disabled_at is null
        and consecutive_failures >= ${failuresToTell}
      union all
      select 'quota', c.id, c.nombre, floor(100 * u.calls / ($4::jsonb ->> o.quota_plan)::float8)::text, null
      from connections c
      cross join organization o
      cross join lateral (
        select sum(calls) as calls from usage_slots
        where connection_id = c.id and periodo = $3
      ) u
      where c.organization_id = $1 and u.calls >= ${quotaShare} * ($4::jsonb ->> o.quota_plan)::float8
      union all
      select 'key_ending', id, name, null, expires_at from api_keys
      where organization_id = $1 and revoked_at is null and expires_at > $2
        and expires_at < $2::timestamptz + interval '${keyEndsWithinDays} days'
    )
    select
      (select coalesce(json_agg(n), '[]') from (
        select kind, id, label, detail, at, alike from (
          select *, count(*) over (partition by kind)::int as alike,
            row_number() over (partition by kind order by at, id) as place from needs
        ) counted
        where place <= ${shownOfKind} order by array_position($5::text[], kind), place
      ) n) as needs,
      exists (select from connections where organization_id = $1) as "hasConnections",
      exists (select from api_keys where organization_id = $1 and revoked_at is null) as "hasKeys"`,
};

/** What waits for a person in the organization; every member may see it. */
export async function whatNeedsAPerson(ctx: Context): Promise<Attention> {
  const now = ctx.clock.now();
  const limits = Object.fromEntries(
    planNames.map((name) => [name, plans[name].callsPerConnection]),
  );
  const values = [ctx.organization.id, now, periodoOf(now), JSON.stringify(limits), kinds];
  const [row] = await withTx(ctx, ({ db }) =>
    db.run<Omit<Attention, "needs"> & { needs: (Omit<Need, "at"> & { at: string | null })[] }>(
      find,
      values,
    ),
  );
  if (row === undefined) throw new TypeError("an aggregate without its row");
  const needs = row.needs.map((need) => ({
    ...need,
    at: need.at === null ? null : new Date(need.at),
  }));
  return { ...row, needs };
}
