import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { SandboxEnv } from "../../system/system.ts";

/** Most refusals are 200; `codigo` has the result of a call. */
const refusals = {
  wrong: { codigo: "21", mensaje: "RUT o clave incorrectos", status: 200 },
  blocked: { codigo: "22", mensaje: "Clave bloqueada. Contacte a su ejecutivo", status: 200 },
  active: { codigo: "23", mensaje: "Ya registra una sesión activa en otro equipo", status: 200 },
  invalid: { codigo: "30", mensaje: "Los datos de la consulta no son válidos", status: 200 },
  token: { codigo: "97", mensaje: "Token de seguridad inválido", status: 403 },
  ended: { codigo: "98", mensaje: "Su sesión ha expirado", status: 200 },
  unknown: { codigo: "40", mensaje: "Recurso inexistente", status: 404 },
} as const satisfies Record<
  string,
  { codigo: string; mensaje: string; status: ContentfulStatusCode }
>;

export function refuse(c: Context<SandboxEnv>, refusal: keyof typeof refusals): Response {
  const { codigo, mensaje, status } = refusals[refusal];
  return c.json({ codigo, mensaje, datos: null }, status);
}

/** `rutEmpresa` says whose data it is, in the bank's own padded format. */
export function answer(c: Context<SandboxEnv>, datos: unknown, rut?: string): Response {
  const owner = rut === undefined ? {} : { rutEmpresa: paddedRut(rut) };
  return c.json({ codigo: "00", mensaje: "OK", ...owner, datos });
}

/** `76555835-2` → `0765558352` */
export function paddedRut(rut: string): string {
  return rut.replace("-", "").padStart(10, "0");
}
