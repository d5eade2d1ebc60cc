import { asc, eq } from "drizzle-orm";
import { withTx, type Context } from "../db/context.ts";
import { connections } from "./connections.sql.ts";

type Row = typeof connections.$inferSelect;

export type Credencial = "viva" | "rechazada" | "expirada" | "revocada" | "ausente";

export async function listConnections(ctx: Context) {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(connections)
      .where(eq(connections.organizationId, ctx.organization.id))
      .orderBy(asc(connections.createdAt), asc(connections.id)),
  );
  return rows.map(toSummary);
}

function toSummary(row: Row) {
  const credencial = row.credencial as Credencial;
  return {
    id: row.id,
    sistema: row.connector,
    nombre: row.nombre,
    alcances: row.alcances,
    datosListos: row.ultimaSincronizacionEn !== null,
    estado: estadoOf(row.disabledAt, credencial),
    rut: row.rut,
    razonSocial: row.razonSocial,
    credencial,
    credencialActualizadaEn: row.credencialActualizadaEn?.toISOString() ?? null,
    ultimaSincronizacionEn: row.ultimaSincronizacionEn?.toISOString() ?? null,
    proximaSincronizacionEn: row.proximaSincronizacionEn?.toISOString() ?? null,
    creadaEn: row.createdAt.toISOString(),
    tiposDte:
      row.capacidades.tiposDte === undefined ? null : { autorizados: row.capacidades.tiposDte },
  };
}

export type ConnectionState = "activa" | "requiere_credencial" | "deshabilitada";

export function estadoOf(disabledAt: Date | null, credencial: Credencial): ConnectionState {
  if (disabledAt !== null) return "deshabilitada";
  return credencial === "viva" ? "activa" : "requiere_credencial";
}
