import {
  addMonths,
  comparePeriodo,
  periodoOf,
  santiagoDayOf,
  type Periodo,
} from "#lib/chile/index.ts";
import type { Alcance } from "#lib/contract/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withSystemTx, withTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { newId } from "#lib/kernel/ids.ts";
import { dropHold, untilRestored } from "#lib/operator/index.ts";
import { startSync, type SyncableConnection } from "#lib/sync/index.ts";

interface Restore {
  /** The instant that the database is of. */
  point: Date;
  begunAt: Date;
  offered(connector: string): readonly Alcance[];
}

interface Unread extends SyncableConnection {
  organizationId: string;
  periodo: Periodo;
  /** A sync of the month is on its way. */
  isOpen: boolean;
}

/** Something issued that the ledger knows nothing of. */
interface Lacking {
  organization: string;
  connection: string;
  document: string;
  fecha: string;
}

type Finished =
  | { finished: false; toRead: string[] }
  | { finished: true; lacking: Lacking[]; unreadable: string[] };

/** The modules that list what was issued. */
const lists = ["dte", "boletas"];

/** A month is read when every list of its connection was read after the restore began. */
const findUnread: Statement = {
  name: "restore.unread",
  repeatable: true,
  text: `
    select c.id, c.organization_id as "organizationId", c.connector, c.alcances, c.credencial, c.acceso, p.periodo,
      exists (select from sync_jobs j where j.connection_id = c.id and j.periodo = p.periodo
        and j.kind = 'sync' and j.status in ('queued', 'running')) as "isOpen"
    from connections c
    join organizations o on o.id = c.organization_id and o.deletes_at is null
    cross join unnest($1::text[]) p (periodo)
    where c.deleted_at is null and c.disabled_at is null and (c.credencial = 'viva') = $4
      and exists (select from unnest($2::text[]) l (alcance) where l.alcance = any(c.alcances)
        and not exists (select from coverage v where v.connection_id = c.id and v.alcance = l.alcance
          and v.periodo = p.periodo and v.read_at >= $3))
    order by c.id, p.periodo`,
};

/** By its folio, or its bar code. */
const findLacking: Statement = {
  name: "restore.lacking",
  repeatable: true,
  text: `
    select r.organization_id as organization, r.connection_id as connection, r.id as document,
      r.payload->>'fecha' as fecha
    from records r join connections c on c.id = r.connection_id
    where r.periodo = any($1) and r.payload->>'fecha' >= $2 and r.withdrawn_at is null
      and (r.dataset = 'tributario.dte' or r.dataset = 'tributario.boletas' and r.payload->>'lado' = 'emitidas')
      and not exists (select from operations o where o.connector = c.connector
        and (o.rut = c.rut or o.organization_id = r.organization_id)
        and coalesce(o.tipo_dte::text, '') = coalesce(r.payload->>'tipoDte', '')
        and o.external_ref in (r.payload->>'folio', r.payload->>'codigoBarras'))
    order by 1, 2, 4, 3`,
};

/**
 * Reads every list of what was issued since the point; asked again when they are read it answers what
 * the ledger lacks, and ends the restore's hold. What cannot be read is named and waits for nobody.
 */
export async function finishRestore(ctx: SystemContext, restore: Restore): Promise<Finished> {
  const months = monthsSince(restore.point, ctx.clock.now());
  const unread = (isLive: boolean): Promise<Unread[]> =>
    withSystemTx(ctx, ({ db }) => db.run(findUnread, [months, lists, restore.begunAt, isLive]));
  const toRead = await unread(true);
  if (toRead.length > 0) {
    for (const one of toRead) if (!one.isOpen) await readList(ctx, restore, one);
    return { finished: false, toRead: toRead.map(named) };
  }
  const lacking = await withSystemTx(ctx, ({ db }) =>
    db.run<Lacking>(findLacking, [months, santiagoDayOf(restore.point)]),
  );
  const unreadable = (await unread(false)).map(named);
  await dropHold(ctx, { kind: "emissions", subject: untilRestored });
  return { finished: true, lacking, unreadable };
}

const named = ({ id, periodo }: Unread): string => `${id} ${periodo}`;

function monthsSince(point: Date, now: Date): Periodo[] {
  const months: Periodo[] = [];
  const last = periodoOf(now);
  for (
    let month = periodoOf(point);
    comparePeriodo(month, last) <= 0;
    month = addMonths(month, 1)
  ) {
    months.push(month);
  }
  return months;
}

/** Housekeeping wakes a worker for it. */
async function readList(
  ctx: SystemContext,
  { offered }: Restore,
  { organizationId, periodo, ...connection }: Unread,
): Promise<void> {
  const own = {
    ...ctx,
    organization: { id: organizationId },
    actor: actors.system("restore"),
    requestId: newId("req", ctx.clock.now()),
  };
  const wanted = {
    periodo,
    alcances: lists.filter((alcance) => connection.alcances.includes(alcance)),
    trigger: "manual",
    offered: offered(connection.connector),
    pendingLimit: Infinity,
  } as const;
  await withTx(own, (tx) => startSync(tx, connection, wanted));
}
