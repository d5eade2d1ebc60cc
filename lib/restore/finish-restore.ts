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
import { lookThroughMails, type LackingMail } from "./marked-mails.ts";

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

interface Finished {
  finished: boolean;
  /** Lists and mailboxes that are not read yet. */
  toRead: string[];
  lacking: Lacking[];
  mails: LackingMail[];
  unreadable: string[];
}

/** The modules that list what was issued. */
const lists = ["dte", "boletas", "documentos"];

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

/** By its folio, its bar code, or what its system calls it. */
const findLacking: Statement = {
  name: "restore.lacking",
  repeatable: true,
  text: `
    select r.organization_id as organization, r.connection_id as connection, r.id as document,
      coalesce(r.payload->>'fecha', r.payload->>'fechaEmision') as fecha
    from records r join connections c on c.id = r.connection_id and c.deleted_at is null
    where r.periodo = any($1) and coalesce(r.payload->>'fecha', r.payload->>'fechaEmision') >= $2
      and r.withdrawn_at is null and (r.dataset = 'tributario.dte'
        or r.dataset = 'tributario.boletas' and r.payload->>'lado' = 'emitidas'
        or r.dataset = 'facturacion.documentos' and r.payload->>'lado' = 'emitidos'
          and r.payload->>'estado' <> 'borrador')
      and not exists (select from operations o where o.connector = c.connector
        and (o.rut = c.rut or o.organization_id = r.organization_id)
        and coalesce(o.tipo_dte::text, '') = coalesce(r.payload->>'tipoDte', '')
        and o.external_ref in (r.payload->>'folio', r.payload->>'codigoBarras', r.payload->>'id'))
    order by 1, 2, 4, 3`,
};

/**
 * Reads every list of what was issued since the point, and looks through every mailbox; says what the
 * ledger lacks of it. Once all are read it ends the restore's hold. What cannot be read is named and
 * waits for nobody.
 */
export async function finishRestore(ctx: SystemContext, restore: Restore): Promise<Finished> {
  const months = monthsSince(restore.point, ctx.clock.now());
  const unread = (isLive: boolean): Promise<Unread[]> =>
    withSystemTx(ctx, ({ db }) => db.run(findUnread, [months, lists, restore.begunAt, isLive]));
  const toRead = await unread(true);
  for (const one of toRead) if (!one.isOpen) await readList(ctx, restore, one);
  const looked = await lookThroughMails(ctx, restore);
  const lacking = await withSystemTx(ctx, ({ db }) =>
    db.run<Lacking>(findLacking, [months, santiagoDayOf(restore.point)]),
  );
  const finished = toRead.length + looked.toRead.length === 0;
  if (finished) await dropHold(ctx, { kind: "emissions", subject: untilRestored });
  return {
    finished,
    toRead: [...toRead.map(named), ...looked.toRead],
    lacking,
    mails: looked.mails,
    unreadable: [...(await unread(false)).map(named), ...looked.unreadable],
  };
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
