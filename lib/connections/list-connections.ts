import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { lastDayBefore } from "#lib/chile/index.ts";
import type { ConnectionSummary, CredentialState } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { connections } from "./connections.sql.ts";

/** From the last consent, if it is in force or expired: a cut one has ended by itself. */
const accessUntil = sql<Date | null>`(
  select case when coalesce(c.ended, 'vencido') = 'vencido' then c.access_until end
  from consents c
  where c.organization_id = connections.organization_id and c.connection_id = connections.id
  order by c.agreed_at desc
  limit 1)`.mapWith(connections.deletedAt);

/** The columns shown of a connection: its row, and until when it may be accessed. */
export const shownColumns = { ...getTableColumns(connections), accessUntil };

export type ConnectionRow = typeof connections.$inferSelect & { accessUntil: Date | null };

export type ConnectionLine = ReturnType<typeof toSummary>;

interface Part {
  limit?: number | undefined;
  /** The creation time and id of the last one already listed. */
  after?: readonly string[] | undefined;
}

/** Oldest first; all of them unless a part is asked for. */
export async function listConnections(ctx: Context, { limit, after }: Part = {}) {
  const behind =
    after === undefined
      ? undefined
      : sql`(${connections.createdAt}, ${connections.id}) > (${after[0]}::timestamptz, ${after[1]})`;
  const rows = await withTx(ctx, ({ db }) => {
    const query = db.orm
      .select(shownColumns)
      .from(connections)
      .where(
        and(
          eq(connections.organizationId, ctx.organization.id),
          ofKnownConnection(ctx, connections.id),
          behind,
        ),
      )
      .orderBy(asc(connections.createdAt), asc(connections.id));
    return limit === undefined ? query : query.limit(limit);
  });
  return rows.map(toSummary);
}

export function toSummary(
  row: ConnectionRow,
): Omit<ConnectionSummary, "sincronizacionesPendientes" | "ultimoFallo"> {
  const { credencial } = row;
  return {
    id: row.id,
    sistema: row.connector,
    nombre: row.nombre,
    alcances: row.alcances,
    // Nothing of a mail account is read ahead of a call.
    datosListos: row.cuenta === null ? row.ultimaSincronizacionEn !== null : credencial === "viva",
    estado: estadoOf(row.disabledAt, credencial),
    rut: row.rut,
    razonSocial: row.razonSocial,
    credencial,
    accesoHasta: row.accessUntil && lastDayBefore(row.accessUntil),
    credencialActualizadaEn: row.credencialActualizadaEn?.toISOString() ?? null,
    ultimaSincronizacionEn: row.ultimaSincronizacionEn?.toISOString() ?? null,
    proximaSincronizacionEn: row.proximaSincronizacionEn?.toISOString() ?? null,
    creadaEn: row.createdAt.toISOString(),
    tiposDte:
      row.capacidades.tiposDte === undefined ? null : { autorizados: row.capacidades.tiposDte },
  };
}

function estadoOf(
  disabledAt: Date | null,
  credencial: CredentialState,
): ConnectionSummary["estado"] {
  if (disabledAt !== null) return "deshabilitada";
  return credencial === "viva" ? "activa" : "requiere_credencial";
}
