import { addDays, santiagoDayOf, todayInSantiago, type Periodo } from "#lib/chile/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { earliestDay } from "#lib/acts/documents/index.ts";
import type { SyncableConnection } from "#lib/sync/index.ts";

/** A month of a connection, and its lists that were not read completely since the restore began. */
export interface UnreadMonth extends SyncableConnection {
  organizationId: string;
  periodo: Periodo;
  lists: string[];
  isLive: boolean;
  /** A sync of the month is queued or running. */
  isOpen: boolean;
  /** The lists for which a sync has ended since, without reading them completely. */
  tried: string[];
}

/** Something issued that the ledger does not know. */
export interface Lacking {
  organization: string;
  connection: string;
  document: string;
  fecha: string;
}

interface Since {
  point: Date;
  begunAt: Date;
}

/**
 * The modules that list what was issued, and from which to which day it may be dated: by the rule
 * for documents, and by what the organization allows for its receipts.
 */
const windows = `
  select c.id, c.organization_id, c.connector, c.rut, c.alcances, c.acceso, c.credencial,
    c.disabled_at, l.*, to_char(l.first, 'YYYY-MM') as first_month, to_char(l.last, 'YYYY-MM') as last_month
  from connections c
  join organizations o on o.id = c.organization_id and o.deletes_at is null
  left join fee_receipt_policies f
    on f.organization_id = c.organization_id and 'honorarios' = any(c.alcances)
  cross join lateral (values
    (1, 'dte', 'tributario.dte', $1::date, $3::date),
    (2, 'boletas', 'tributario.boletas',
      $2::date - coalesce(f.days_back, 0), $3::date + coalesce(f.days_ahead, 0)),
    (3, 'documentos', 'facturacion.documentos', $1::date, $3::date)
  ) l (place, alcance, dataset, first, last)
  where c.deleted_at is null and l.alcance = any(c.alcances)`;

const findUnread: Statement = {
  name: "restore.unread",
  repeatable: true,
  text: `
    with windows as (${windows}),
    unread as (
      select w.*, to_char(m.day, 'YYYY-MM') as periodo
      from windows w
      cross join lateral generate_series(date_trunc('month', w.first::timestamp), w.last::timestamp,
        interval '1 month') m (day)
      where w.disabled_at is null and not exists (select from coverage v
        where v.connection_id = w.id and v.alcance = w.alcance and v.periodo = to_char(m.day, 'YYYY-MM')
          and v.read_at >= $4 and v.status = 'ok')
    )
    select u.id, u.organization_id as "organizationId", u.connector, u.alcances, u.acceso, u.credencial,
      u.periodo, u.credencial = 'viva' as "isLive", array_agg(u.alcance order by u.place) as lists,
      exists (select from sync_jobs j where j.connection_id = u.id and j.periodo = u.periodo
        and j.kind = 'sync' and j.status in ('queued', 'running')) as "isOpen",
      coalesce(array_agg(u.alcance) filter (where exists (select from sync_jobs j
        where j.connection_id = u.id and j.periodo = u.periodo and j.kind = 'sync'
          and j.status in ('succeeded', 'failed') and j.finished_at >= $4
          and u.alcance = any(j.alcances))), '{}') as tried
    from unread u
    group by u.id, u.organization_id, u.connector, u.alcances, u.acceso, u.credencial, u.periodo
    order by u.id, u.periodo`,
};

/**
 * Matched within its company by folio, bar code, or its system's own name: folios are per company.
 * Rows read before the restore point were issued before it.
 */
const findLacking: Statement = {
  name: "restore.lacking",
  repeatable: true,
  text: `
    with windows as (${windows})
    select w.organization_id as organization, w.id as connection, r.id as document, d.fecha
    from windows w
    join records r on r.connection_id = w.id and r.dataset = w.dataset
      and r.periodo between w.first_month and w.last_month
    cross join lateral (values (coalesce(r.payload->>'fecha', r.payload->>'fechaEmision'))) d (fecha)
    where d.fecha >= w.first::text and (r.read_at >= $4 or d.fecha >= $5)
      and r.withdrawn_at is null and (w.alcance = 'dte'
        or w.alcance = 'boletas' and r.payload->>'lado' = 'emitidas'
        or w.alcance = 'documentos' and r.payload->>'lado' = 'emitidos'
          and r.payload->>'estado' <> 'borrador')
      and not exists (select from operations o where o.connector = w.connector
        and o.rut = coalesce(w.rut, w.id)
        and coalesce(o.tipo_dte::text, '') = coalesce(r.payload->>'tipoDte', '')
        and o.external_ref in (r.payload->>'folio', r.payload->>'codigoBarras', r.payload->>'id'))
    order by 1, 2, 4, 3`,
};

/** Connections through which something is issued, without the module that would list it. */
const findUnlisted: Statement = {
  name: "restore.unlisted",
  repeatable: true,
  text: `
    select distinct c.id
    from connections c
    join organizations o on o.id = c.organization_id and o.deletes_at is null
    join (values ('tributario', 'honorarios', 'boletas'), ('facturacion', 'emision', 'documentos'))
      m (connector, issues, lists) on m.connector = c.connector
    where c.deleted_at is null and c.disabled_at is null
      and m.issues = any(c.alcances) and not m.lists = any(c.alcances)
    order by 1`,
};

export async function unlistedIssuers(ctx: SystemContext): Promise<string[]> {
  const rows = await withSystemTx(ctx, ({ db }) => db.run<{ id: string }>(findUnlisted, []));
  return rows.map(({ id }) => id);
}

export async function unreadMonths(ctx: SystemContext, since: Since): Promise<UnreadMonth[]> {
  const { days, begunAt } = asked(ctx, since);
  return withSystemTx(ctx, ({ db }) => db.run<UnreadMonth>(findUnread, [...days, begunAt]));
}

export async function lackingDocuments(ctx: SystemContext, since: Since): Promise<Lacking[]> {
  const { days, begunAt, pointDay } = asked(ctx, since);
  return withSystemTx(ctx, ({ db }) => db.run<Lacking>(findLacking, [...days, begunAt, pointDay]));
}

function asked({ clock }: Pick<SystemContext, "clock">, { point, begunAt }: Since) {
  const pointDay = santiagoDayOf(point);
  // A preview from shortly before midnight may have been issued after it.
  const first = addDays(pointDay, -1);
  const days = [earliestDay(first), first, todayInSantiago(clock.now())];
  return { days, begunAt, pointDay };
}
