import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { accessMonths, linkMinutes, tool } from "#lib/contract/index.ts";

const modo = z.enum(["crear", "reconectar"]);

export const enlaceCrear = tool({
  id: "conexiones.enlace.crear",
  title: "Crear un enlace para conectar o reconectar",
  description:
    "Crea un enlace de un solo uso para que una persona entregue la credencial de un banco o de otro sistema en una página nuestra: quien llama nunca la ve. Entrégale la url a esa persona y a nadie más, porque no se vuelve a mostrar. Con modo crear conecta una empresa; si la empresa ya está conectada en ese sistema, renueva esa conexión y no hace otra. Con modo reconectar renueva la credencial de la conexión indicada en conexionId, que conserva su empresa, su nombre y sus módulos. La página verifica la credencial con un ingreso real; sigue el resultado con conexiones.estado.consultar o con el evento connect_session.consumed.",
  effect: "write",
  needsConnection: false,
  pausesWithBilling: true,
  input: z.strictObject({
    sistema: z.string().min(1).max(64).describe("De conexiones.sistemas.listar"),
    nombre: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .optional()
      .describe("Nombre de la conexión nueva; por omisión, la razón social"),
    alcances: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(40)
      .optional()
      .describe("Módulos de datos de la conexión nueva; por omisión, todos los del sistema"),
    modo: modo.describe("crear una conexión, o reconectar la de conexionId"),
    conexionId: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe("Solo con modo reconectar: la conexión, de conexiones.estado.consultar"),
    expiraEnMinutos: z
      .int()
      .min(linkMinutes.least)
      .max(linkMinutes.most)
      .default(linkMinutes.usual)
      .describe("De 5 minutos a 7 días; por omisión, 1 día"),
    volverA: z
      .string()
      .max(2000)
      .optional()
      .describe(
        "Dirección https adonde cada página ofrece volver, con enlace y estado: conectado, cancelado, vencido, usado, agotado, bloqueado, en_pausa o error",
      ),
    accesoHasta: Fecha.optional().describe(
      `Último día en que se puede usar la credencial, desde el siguiente al vencimiento del enlace y hasta ${accessMonths} meses: después se borra y la conexión queda expirada. Por omisión, hasta que la persona la corte; la página lo dice`,
    ),
  }),
  output: z.strictObject({
    enlaceId: z.string().describe("Con él se anula y se reconoce en la lista"),
    url: z.string().describe("Contiene un secreto de un solo uso: no la guardes ni la registres"),
    expiraEn: z.iso.datetime().describe("Desde cuándo la página ya no recibe nada"),
    modo: modo.describe("crear: hace una nueva; reconectar: renueva su credencial"),
  }),
  // A credential that is limited to some connections makes no others.
  errors: ["forbidden", "connection_disabled"],
  example: {
    input: { sistema: "banco_a", modo: "crear", nombre: "Cuenta principal" },
    output: {
      enlaceId: "cs_01k2ap4m7c5xj0h8rztwq6e9vd",
      url: "https://connect.example/connect/3q2-7wExampleExampleExampleExampleExampleExam",
      expiraEn: "2026-08-12T14:00:00.000Z",
      modo: "crear",
    },
  },
  run: ({ services }, input) => services.links.create(input),
});
