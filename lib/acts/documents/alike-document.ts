import { addDays, periodoOfDay, todayInSantiago } from "#lib/chile/index.ts";
import type { PreviewedDocument } from "#lib/contract/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/** As far back as a database can be restored to, plus some days to notice. */
const lookedBackDays = 10;

interface Alike {
  folio: string;
  fecha: string;
}

const find: Statement = {
  name: "emissions.alike_unrecorded",
  repeatable: true,
  text: `
    select r.payload->>'folio' as folio, coalesce(r.payload->>'fecha', r.payload->>'fechaEmision') as fecha
    from records r
    join connections c on c.id = r.connection_id
    where c.id = $1 and r.dataset in ('tributario.dte', 'facturacion.documentos')
      and r.periodo >= $2 and r.withdrawn_at is null
      and coalesce(r.payload->>'fecha', r.payload->>'fechaEmision') >= $3
      and r.payload->>'tipoDte' = $4
      and coalesce(r.payload->>'rutContraparte', r.payload->>'rutReceptor') = $5
      and r.payload->>'montoTotal' = $6
      and coalesce(r.payload->>'lado', 'emitidos') = 'emitidos'
      and r.payload->>'anuladoPor' is null
      and coalesce(r.payload->>'estado', '') not in ('borrador', 'rechazado', 'anulado')
      and not exists (select from operations o where o.organization_id = r.organization_id
        and o.connector = c.connector and o.rut = coalesce(c.rut, c.id) and o.tipo_dte::text = $4
        and o.folio::text = r.payload->>'folio')
    order by 2 desc, 1 desc limit 1`,
};

/**
 * A document that looks the same, of the last days or since this one's date, and that the ledger
 * does not know: issued by hand, or by this service in a period that a restored database lost.
 * According to the list as last read.
 */
export async function alikeDocument(
  ctx: SystemContext,
  connectionId: string,
  { tipoDte, receptorRut, totales, fechaEmision }: PreviewedDocument,
): Promise<Alike | null> {
  // Receipts of sale without a receiver all look the same.
  if (receptorRut === null) return null;
  const today = todayInSantiago(ctx.clock.now());
  const lately = addDays(today, -lookedBackDays);
  const since = fechaEmision < lately ? fechaEmision : lately;
  const total = String(totales.total);
  const asked = [connectionId, periodoOfDay(since), since, String(tipoDte), receptorRut, total];
  const [found] = await withSystemTx(ctx, ({ db }) => db.run<Alike>(find, asked));
  return found ?? null;
}
