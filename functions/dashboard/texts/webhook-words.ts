import {
  answeredWithin,
  type DeliveryStatus,
  type Endpoint,
  type EventType,
  type FailureCause,
} from "#lib/webhooks/index.ts";

const events: Record<EventType, string> = {
  "sync.succeeded": "Una sincronización trajo datos, todos o algunos",
  "sync.failed": "Una sincronización falló y no se reintenta más",
  "connect_session.consumed": "Alguien usó un enlace de conexión",
  "tributario.honorarios.issued": "Se emitió una boleta de honorarios",
  "tributario.honorarios.inconclusive": "No se sabe si una boleta de honorarios se emitió",
  "tributario.honorarios.rejected": "Una boleta de honorarios fue rechazada",
  "tributario.honorarios.document_available": "El documento de una boleta ya se puede pedir",
  "webhook.test": "Una prueba, pedida desde aquí",
};

/** An event type in words; an old type that is no longer sent has none. */
export function eventText(type: string): string {
  return Object.hasOwn(events, type) ? events[type as EventType] : "";
}

export function deliveryText(status: DeliveryStatus): string {
  switch (status) {
    case "pending":
      return "Pendiente";
    case "delivering":
      return "Enviándose";
    case "delivered":
      return "Entregada";
    case "failed":
      return "Fallida";
  }
}

export function causeText(cause: FailureCause): string {
  switch (cause) {
    case "address":
      return "La dirección no existe, no se alcanza o no es pública";
    case "tls":
      return "El certificado no es válido o no se pudo cifrar";
    case "timeout":
      return `No respondió en ${answeredWithin}`;
    case "connection":
      return "La conexión falló";
    case "status":
      return "Respondió con un estado que no es 2xx";
    case "ours":
      return "Se interrumpió de nuestro lado";
  }
}

/** True if it is limited to a deleted connection, which has no name: it receives nothing any more. */
export function isOfDeleted(
  { connectionId }: Pick<Endpoint, "connectionId">,
  connectionName: string | null,
): boolean {
  return connectionId !== null && connectionName === null;
}

export const deletedText = "Su conexión fue eliminada";

export function endpointState(endpoint: Endpoint, connectionName: string | null): string {
  const { enabled, disabledReason } = endpoint;
  if (isOfDeleted(endpoint, connectionName)) return deletedText;
  if (enabled) return "Habilitado";
  return disabledReason === "automatic" ? "Deshabilitado solo" : "En pausa";
}
