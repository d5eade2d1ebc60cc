import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

interface ShownConnection {
  id: string;
  sistema: string;
  nombre: string;
  credencial: string;
  disabledAt: Date | null;
  lastSync: Date | null;
  /** The error of its last job that ended, if that failed. */
  lastError: string | null;
}

const withLastError: Statement = {
  name: "connections.with_last_error",
  repeatable: true,
  text: `
    select c.id, c.connector as sistema, c.nombre, c.credencial, c.disabled_at as "disabledAt",
      c.ultima_sincronizacion_en as "lastSync", j.last_error as "lastError"
    from connections c
    left join lateral (
      select last_error from sync_jobs
      where connection_id = c.id and finished_at is not null order by created_at desc limit 1
    ) j on true
    where c.organization_id = $1 and c.deleted_at is null order by c.created_at, c.id`,
};

/** The organization's connections: when each was last read, and what went wrong. */
export function connectionsForSupport(ctx: Context): Promise<ShownConnection[]> {
  return withTx(ctx, ({ db }) => db.run(withLastError, [ctx.organization.id]));
}
