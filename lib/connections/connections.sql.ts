import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { credentialStates } from "#lib/contract/index.ts";
import {
  bytes,
  instant,
  notDeleted,
  oneOf,
  organizationId,
  organizationWall,
} from "#lib/db/columns.ts";
import { organizations } from "#lib/identity/identity.sql.ts";

/** One company in one external system. */
export const connections = pgTable(
  "connections",
  {
    id: text().primaryKey(),
    organizationId: organizationId().references(() => organizations.id),
    connector: text().notNull(),
    nombre: text().notNull(),
    /** The company's tax id. Set once, by the first proven login, and never changed. */
    rut: text(),
    razonSocial: text("razon_social"),
    /**
     * Keyed hash of the account, for systems where a company may have several. Set once, like the
     * tax id.
     */
    cuenta: bytes(),
    /** What the connection allows every caller: `<connector>:read`, `<connector>:write`. */
    scopes: text().array().notNull(),
    alcances: text().array().notNull(),
    /** How the credential logs in, when the system has several ways. */
    acceso: text(),
    credencial: text({ enum: credentialStates }).notNull(),
    credencialActualizadaEn: instant("credencial_actualizada_en"),
    capacidades: jsonb().$type<{ tiposDte?: number[] }>().notNull(),
    ultimaSincronizacionEn: instant("ultima_sincronizacion_en"),
    proximaSincronizacionEn: instant("proxima_sincronizacion_en"),
    /** The background schedule as registered, in the format of `timing.ts`. */
    schedule: text(),
    disabledAt: instant("disabled_at"),
    /**
     * From then on the row is a tombstone: its id, its system and its times, which the ledger
     * refers to.
     */
    deletedAt: instant("deleted_at"),
    /** From then on, no table holds anything of it but this tombstone. */
    erasedAt: instant("erased_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    unique("connections_organization_id").on(t.organizationId, t.id),
    index("connections_by_organization").on(t.organizationId, t.connector, t.createdAt),
    index("connections_to_erase")
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null and ${t.erasedAt} is null`),
    check("connections_credencial", oneOf(t.credencial, credentialStates)),
    organizationWall(undefined, notDeleted),
  ],
);
