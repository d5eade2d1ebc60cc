import * as z from "zod";
import { ConnectionSummary, maxPageSize, tool } from "#lib/contract/index.ts";

export const estadoConsultar = tool({
  id: "conexiones.estado.consultar",
  title: "Consultar las conexiones",
  description:
    "Lista las conexiones de la organización con su estado y las sincronizaciones que no han terminado. El id de cada una es el que las demás herramientas piden en el encabezado X-Connect-Connection (connectionId en MCP): una conexión es una empresa. No contacta ningún sistema externo.",
  effect: "read",
  needsConnection: false,
  idempotency: "anew",
  input: z.strictObject({
    limit: z
      .int()
      .min(1)
      .max(maxPageSize)
      .optional()
      .describe(`Conexiones por página, de 1 a ${maxPageSize}; por omisión, todas`),
    cursor: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe("El cursor de la respuesta anterior, tal cual; no se construye a mano"),
  }),
  output: z.strictObject({
    conexiones: z
      .array(ConnectionSummary)
      .describe("Las empresas conectadas, de la conexión más antigua a la más nueva"),
    cursor: z.string().nullable().describe("null cuando no hay más conexiones"),
  }),
  errors: [],
  example: {
    input: {},
    output: {
      conexiones: [
        {
          id: "conn_01k2ap4m7c5xj0h8rztwq6e9vd",
          sistema: "banco_a",
          nombre: "Cuenta principal",
          alcances: ["saldos", "movimientos"],
          datosListos: true,
          estado: "activa",
          rut: "76555835-2",
          razonSocial: "Comercial Ñuble Ltda.",
          credencial: "viva",
          accesoHasta: null,
          credencialActualizadaEn: "2026-08-01T14:00:00.000Z",
          ultimaSincronizacionEn: "2026-08-11T11:02:31.000Z",
          proximaSincronizacionEn: "2026-08-11T15:02:00.000Z",
          sincronizacionesPendientes: [
            { jobId: "sjb_01k2ap4m7c5xj0h8rztwq6e9vd", periodo: "2026-07", status: "running" },
          ],
          ultimoFallo: null,
          creadaEn: "2026-08-01T14:00:00.000Z",
          tiposDte: null,
        },
      ],
      cursor: null,
    },
  },
  run: async ({ services }, part) => {
    const { connections, cursor } = await services.connections.list(part);
    return { conexiones: connections, cursor };
  },
});
