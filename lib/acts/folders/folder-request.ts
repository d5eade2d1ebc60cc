import type { FolderKind, FolderParts } from "#lib/contract/index.ts";

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
