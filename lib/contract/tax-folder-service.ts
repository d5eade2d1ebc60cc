import type { ToolConnection } from "./tool/connection.ts";
import type { Delivered, Entrega } from "./tool/document-delivery.ts";
import type { FolderKind, FolderParts, FolderRecipient } from "./driver/tax-folders.ts";

export const folderStates = [
  "pendiente",
  "generando",
  "lista",
  /** Its document was delivered here. */
  "entregada",
  "cerrada",
  /** Nothing was generated. */
  "rechazada",
  /** It is not known whether it was generated. */
  "inconclusa",
  /** Our copy is gone; its recipient may still look at it. */
  "vencida",
  /** Until the portal shows that it is revoked. */
  "cerrando",
] as const;
export type FolderState = (typeof folderStates)[number];

export const folderDeliveries = ["destinatario", "destinatario_y_servicio"] as const;
export type FolderDelivery = (typeof folderDeliveries)[number];

/** How often a document is delivered in total. */
export const mostDownloads = 5;

export interface RecipientAnswer {
  estado: "pendiente" | "confirmado";
  revision: number;
}

export interface NewFolder {
  tipo: FolderKind;
  partes: FolderParts | null;
  finalidad: string;
  vigenciaHoras: number;
  esperarSegundos: number;
}

export interface FolderRequestAnswer {
  solicitudId: string;
  tipo: FolderKind;
  estado: FolderState;
  motivo: string | null;
  destinatario: { nombre: string; correo: string };
  codigo: string | null;
  creadaEn: string;
  venceEn: string;
  consultableHasta: string | null;
  documento: { tamanoBytes: number; sha256: string; descargas: number } | null;
  operacionId: string;
}

export interface FolderList {
  solicitudId?: string | undefined;
  estado?: FolderState | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface TaxFolderService {
  propose(recipient: FolderRecipient & { entrega: FolderDelivery }): Promise<RecipientAnswer>;
  /** Under the call's own key; records on the call whether it was the first time. */
  request(connection: ToolConnection, input: NewFolder): Promise<Record<string, unknown>>;
  list(
    connection: ToolConnection,
    part: FolderList,
  ): Promise<{ solicitudes: FolderRequestAnswer[]; cursor: string | null }>;
  document(
    connection: ToolConnection,
    wanted: { solicitudId: string; entrega: Entrega },
  ): Promise<{ tamanoBytes: number; sha256: string; descargasRestantes: number } & Delivered>;
  close(connection: ToolConnection, solicitudId: string): Promise<{ estado: "cerrada" }>;
}
