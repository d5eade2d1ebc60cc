import * as z from "zod";
import { Cobertura, ConexionOmitida, exportFormats, tool } from "#lib/contract/index.ts";

const exampleId = "conn_01k2ap4m7c5xj0h8rztwq6e9vd";
const nota =
  'Cada parte trae las filas como están guardadas al bajarla, y ninguna fila llega dos veces: no es una foto de un instante. Mientras una respuesta traiga Link con rel="next" falta la parte siguiente; las partes, una tras otra, son el archivo.';

export const exportacionCrear = tool({
  id: "conexiones.exportacion.crear",
  title: "Exportar filas guardadas a un archivo, por un enlace",
  description:
    "Crea un enlace de 15 minutos que entrega como archivo (NDJSON o CSV) todas las filas de una lectura de datos guardados: tool_id es cualquier herramienta consultar con páginas e input sus filtros, sin limit ni cursor. Sirve cuando las filas no caben en un contexto. El enlace vale por sí solo, para quien lo tenga, mientras valga la credencial con que se creó: entrégalo solo a quien deba ver los datos. coberturas dice de cada conexión si lo exportado está completo; omitidas, cuáles no van y por qué. Cada parte que se baja gasta una llamada de la cuota de cada conexión que lee. Los ids salen de conexiones.estado.consultar.",
  effect: "read",
  needsConnection: false,
  idempotency: "anew",
  input: z
    .strictObject({
      tool_id: z
        .string()
        .min(1)
        .max(120)
        .describe("El id de la lectura que se exporta: cualquier consultar con páginas"),
      input: z
        .record(z.string().max(64), z.unknown())
        .describe("Sus filtros y campos; ni limit, cursor, formato, totales ni conexiones"),
      conexiones: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(50)
        .describe(
          "De qué conexiones, por los ids de conexiones.estado.consultar; ninguna se supone",
        ),
      formato: z.enum(exportFormats).describe("ndjson: un objeto JSON por línea; csv: RFC 4180"),
    })
    .superRefine(({ conexiones }, refined) => {
      conexiones.forEach((id, place) => {
        if (conexiones.indexOf(id) === place) return;
        const params = { code: "not_allowed" };
        const path = ["conexiones", place];
        refined.addIssue({ code: "custom", path, message: "Named twice", params });
      });
    }),
  output: z.strictObject({
    url: z.url().describe("La primera parte; se baja con GET, sin credencial"),
    expiraEn: z.iso.datetime().describe("A los 15 minutos; las partes siguientes vencen con ella"),
    nombreArchivo: z.string().describe("Con el que se baja: la lectura y su formato"),
    tipoContenido: z.string().describe("Tipo MIME del archivo"),
    coberturas: z
      .array(
        z.strictObject({
          conexionId: z.string().describe("De qué conexión son las filas exportadas"),
          sistema: z.string().describe("El sistema de la conexión"),
          cobertura: Cobertura,
        }),
      )
      .describe("Una por conexión que va en el archivo: lo que falta de cada una"),
    omitidas: z.array(ConexionOmitida).describe("Las que no van en el archivo, y por qué"),
    nota: z.string().describe("Qué promete el archivo"),
  }),
  errors: [
    "connection_disabled",
    "connection_scope_not_enabled",
    "alcance_not_enabled",
    "alcance_scheme_unsupported",
    "quota_exceeded",
  ],
  example: {
    input: {
      tool_id: "banco_a.movimientos.consultar",
      input: { periodo: "2026-08", campos: ["fecha", "descripcion", "monto", "type"] },
      conexiones: [exampleId],
      formato: "csv",
    },
    output: {
      url: "https://api.connect.example/v1/exports/q2u7c1Jm0t8W5yZ4sQ9xv3bN6aL0dRkE2fGhTjKpYoU",
      expiraEn: "2026-08-11T14:15:00.000Z",
      nombreArchivo: "banco_a.movimientos.consultar.csv",
      tipoContenido: "text/csv; charset=UTF-8",
      coberturas: [
        {
          conexionId: exampleId,
          sistema: "banco_a",
          cobertura: {
            estado: "parcial",
            periodos: ["2026-08"],
            hastaDia: "2026-08-10",
            ultimaSincronizacionEn: "2026-08-11T14:00:00.000Z",
            siguiente: null,
          },
        },
      ],
      omitidas: [],
      nota,
    },
  },
  run: async ({ services }, { tool_id: toolId, input, conexiones, formato }) => {
    const offered = await services.exports.offer({
      toolId,
      input,
      connectionIds: conexiones,
      format: formato,
    });
    return {
      url: offered.url,
      expiraEn: offered.expiresAt.toISOString(),
      nombreArchivo: offered.fileName,
      tipoContenido: offered.mediaType,
      coberturas: offered.coverages.map(({ connectionId, connector, cobertura }) => ({
        conexionId: connectionId,
        sistema: connector,
        cobertura,
      })),
      omitidas: offered.omitted.map(({ connectionId, code }) => ({
        conexionId: connectionId,
        code,
      })),
      nota,
    };
  },
});
