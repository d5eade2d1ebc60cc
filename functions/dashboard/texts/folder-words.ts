import type { FolderKind } from "#lib/contract/index.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import { errorText } from "./errors.ts";
import type { FolderDelivery, FolderState } from "#lib/acts/folders/index.ts";

type Tag = { text: string; kind: "" | "good" | "warn" | "bad" };

const states: Record<FolderState, Tag> = {
  pendiente: { text: "en cola", kind: "" },
  generando: { text: "generándose", kind: "" },
  lista: { text: "lista", kind: "good" },
  entregada: { text: "entregada", kind: "good" },
  cerrada: { text: "cerrada", kind: "" },
  rechazada: { text: "no se generó", kind: "bad" },
  inconclusa: { text: "no se sabe", kind: "warn" },
  vencida: { text: "vencida", kind: "" },
  cerrando: { text: "cerrándose", kind: "warn" },
};

export function folderStateText(state: FolderState): Tag {
  return states[state];
}

export function folderStateOptions(): { value: string; label: string }[] {
  return Object.entries(states).map(([value, { text }]) => ({ value, label: text }));
}

export function folderName(kind: FolderKind): string {
  switch (kind) {
    case "creditos":
      return "Carpeta para solicitar créditos";
    case "renta":
      return "Carpeta para acreditar renta";
    case "tamano":
      return "Carpeta para acreditar tamaño";
    case "personalizada":
      return "Carpeta personalizada";
  }
}

export function deliveryText(delivery: FolderDelivery): string {
  return delivery === "destinatario"
    ? "solo a quien la recibe"
    : "a quien la recibe, y también se obtiene aquí";
}

/** Why there is no folder or no document: an error code, or a known word of the portal. */
export function folderReasonText(reason: string): string {
  return isErrorCode(reason)
    ? errorText({ code: reason, details: null }).title
    : "El portal la rechazó";
}
