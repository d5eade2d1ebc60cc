import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { AppError, errorCodes, type Issue } from "#lib/kernel/errors/index.ts";
import { portalText } from "../driver/portal-text.ts";
import { openStatuses } from "./sync-outcome.ts";

/** A connection as given to a tool. */
export interface ToolConnection {
  id: string;
  connector: string;
  nombre: string;
  rut: string | null;
  alcances: readonly string[];
  credencial: string;
  /** How the last login was made; null when its system does not say. */
  acceso: string | null;
}

/** Every requested module must be one of the connection's. */
export function requireModules(
  connection: Pick<ToolConnection, "alcances">,
  asked: readonly string[],
): void {
  const missing = asked.find((alcance) => !connection.alcances.includes(alcance));
  if (missing === undefined) return;
  throw new AppError("alcance_not_enabled", { details: { alcance: missing } });
}

/** One answer for a stranger's connection, another system's and none at all: no oracle. */
export function unknownConnection(path: Issue["path"]): Issue {
  return {
    path,
    code: "unknown_connection",
    message: "Not a connection of this system; take the id from conexiones.estado.consultar",
  };
}

export const credentialStates = ["viva", "rechazada", "expirada", "revocada", "ausente"] as const;
export type CredentialState = (typeof credentialStates)[number];

const connectionStates = ["activa", "requiere_credencial", "deshabilitada"] as const;

/** A sync that has not ended. */
const PendingSync = z.strictObject({
  jobId: z.string().describe("El trabajo, para seguirlo con GET /v1/syncs/{id}"),
  periodo: z.string().describe("Mes que trae, AAAA-MM"),
  status: z.enum(openStatuses).describe("queued: espera su turno; running: lee el portal"),
});
export type PendingSync = z.infer<typeof PendingSync>;

const instante = z.iso.datetime();

/** A sync that ended without anything. */
const SyncFailure = z.strictObject({
  jobId: z.string().describe("El trabajo que falló"),
  periodo: z.string().describe("Mes que debía traer, AAAA-MM"),
  error: z.enum(errorCodes).describe("Por qué, con un código de error; search_docs lo explica"),
  terminadaEn: instante.describe("Cuándo falló"),
});
export type SyncFailure = z.infer<typeof SyncFailure>;

/** A connection as its organization sees it. */
export const ConnectionSummary = z.strictObject({
  id: z.string().describe("Identificador para el encabezado X-Connect-Connection"),
  sistema: z.string().describe("A qué sistema entra, de conexiones.sistemas.listar"),
  nombre: portalText("Nombre puesto por una persona, o la razón social"),
  alcances: z.array(z.string()).describe("Módulos de datos habilitados"),
  datosListos: z.boolean().describe("true cuando ya hay datos sincronizados que leer"),
  estado: z
    .enum(connectionStates)
    .describe(
      "requiere_credencial: reconéctala con un enlace; deshabilitada: la apagó una persona",
    ),
  rut: z.string().nullable().describe("RUT de la empresa, sin puntos; null si aún no se sabe"),
  razonSocial: portalText("Nombre de la empresa como lo muestra el sistema").nullable(),
  credencial: z
    .enum(credentialStates)
    .describe(
      "Solo viva sirve. rechazada: el portal no la aceptó; expirada: pasó accesoHasta; revocada: se retiró; ausente: falta",
    ),
  accesoHasta: Fecha.nullable().describe(
    "Último día en que se usa la credencial, si el enlace lo pidió: después se borra y queda expirada. null: hasta que la persona la corte",
  ),
  credencialActualizadaEn: instante
    .nullable()
    .describe("Cuándo se entregó, o cambió su estado; null si nunca hubo una"),
  ultimaSincronizacionEn: instante
    .nullable()
    .describe("Fin de la última que leyó al menos un módulo; null si ninguna"),
  proximaSincronizacionEn: instante
    .nullable()
    .describe("Cuándo toca la próxima automática; null si no hay"),
  sincronizacionesPendientes: z
    .array(PendingSync)
    .describe("Las que no han terminado; vacía cuando no hay ninguna"),
  ultimoFallo: SyncFailure.nullable().describe(
    "La última sincronización que terminó, si falló; null si trajo algo, o sin ninguna en 7 días",
  ),
  creadaEn: instante.describe("Cuándo se creó la conexión"),
  tiposDte: z
    .strictObject({
      autorizados: z.array(z.int()).describe("Códigos de tipo: 33 factura, 61 nota de crédito"),
    })
    .nullable()
    .describe(
      "Tipos de documento que la persona puede emitir, vistos al sincronizar, verificar o previsualizar; null si el sistema no emite o aún no se han visto",
    ),
});
export type ConnectionSummary = z.infer<typeof ConnectionSummary>;

export interface ConnectionPart {
  /** Without it, all of them. */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface ConnectionPage {
  connections: ConnectionSummary[];
  cursor: string | null;
}
