import * as z from "zod";
import { linkStates, maxPageSize, tool, usualPageSize } from "#lib/contract/index.ts";

const estado = z.enum(linkStates);

export const enlacesListar = tool({
  id: "conexiones.enlaces.listar",
  title: "Listar los enlaces de conexión",
  description:
    "Lista los enlaces que la organización hizo para conectar o reconectar, del más nuevo al más antiguo, y qué fue de cada uno: abierto (una persona puede usarlo), verificando (se prueba lo que escribió), usado, vencido, agotado (sin más intentos) o anulado (con conexiones.enlace.anular, o porque la clave de API o el permiso con que se hizo terminó). Nunca trae la url, que solo se muestra al crearlo.",
  effect: "read",
  needsConnection: false,
  idempotency: "anew",
  input: z.strictObject({
    estado: estado.optional().describe("Solo los enlaces en este estado"),
    limit: z
      .int()
      .min(1)
      .max(maxPageSize)
      .default(usualPageSize)
      .describe(`Enlaces por página, de 1 a ${maxPageSize}; por omisión, ${usualPageSize}`),
    cursor: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe("El cursor de la respuesta anterior, tal cual; no se construye a mano"),
  }),
  output: z.strictObject({
    enlaces: z
      .array(
        z.strictObject({
          enlaceId: z.string().describe("Con él se anula; no es la url"),
          sistema: z.string().describe("Para qué sistema se creó"),
          modo: z
            .enum(["crear", "reconectar"])
            .describe("crear: hace una nueva; reconectar: renueva su credencial"),
          estado: estado.describe(
            "Solo abierto se puede usar; verificando: se prueba la credencial",
          ),
          conexionId: z
            .string()
            .nullable()
            .describe("La conexión que reconecta, o la que dejó al usarse; null si aún no la hay"),
          creadoEn: z.iso.datetime().describe("Cuándo se creó el enlace"),
          expiraEn: z.iso.datetime().describe("Desde cuándo la página ya no recibe nada"),
        }),
      )
      .describe("Los de la página, del más nuevo al más antiguo"),
    cursor: z.string().nullable().describe("null cuando no hay más enlaces"),
  }),
  errors: [],
  example: {
    input: { estado: "abierto" },
    output: {
      enlaces: [
        {
          enlaceId: "cs_01k2ap4m7c5xj0h8rztwq6e9vd",
          sistema: "banco_a",
          modo: "crear",
          estado: "abierto",
          conexionId: null,
          creadoEn: "2026-08-11T14:00:00.000Z",
          expiraEn: "2026-08-12T14:00:00.000Z",
        },
      ],
      cursor: null,
    },
  },
  run: ({ services }, part) => services.links.list(part),
});
