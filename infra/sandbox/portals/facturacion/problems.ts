import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Every refusal of this provider. */
const problems = {
  "clave-ausente": [401, "Falta el encabezado Api-Key"],
  "clave-no-valida": [401, "La clave no existe"],
  "cuenta-suspendida": [403, "La cuenta está suspendida"],
  "no-encontrado": [404, "No existe"],
  "consulta-no-valida": [400, "La consulta no se entiende"],
  "cuerpo-no-valido": [400, "El cuerpo no es JSON"],
  "cuerpo-demasiado-grande": [413, "El cuerpo supera los 64 KiB"],
  "demasiadas-solicitudes": [429, "Demasiadas solicitudes"],
  "documento-no-valido": [422, "El documento tiene errores"],
  "documento-rechazado": [422, "El documento no pasó las reglas del emisor: no se emitió"],
  "clave-reutilizada": [422, "La Idempotency-Key ya se usó con otro documento"],
  "folio-duplicado": [409, "La autoridad informa un folio duplicado"],
  "folios-agotados": [409, "No quedan folios de este tipo: no se emitió"],
  "plan-agotado": [402, "El plan no tiene más documentos: no se emitió"],
  "certificado-vencido": [409, "El certificado digital no está vigente: no se emitió"],
  "puesta-en-marcha": [409, "Faltan datos para emitir: no se emitió"],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

export type ProblemType = keyof typeof problems;

/** RFC 9457: the type is a relative reference to the provider's own pages. */
export function problem(
  c: Context,
  type: ProblemType,
  more: Record<string, unknown> = {},
): Response {
  const [status, title] = problems[type];
  const body = {
    type: `/problemas/${type}`,
    title,
    status,
    instance: `urn:uuid:${randomUUID()}`,
    ...more,
  };
  return c.body(JSON.stringify(body), status, { "content-type": "application/problem+json" });
}
