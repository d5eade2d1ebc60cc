import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { OperacionHecha } from "#lib/contract/documents/index.ts";
import {
  connectionOf,
  folderKinds,
  pageFieldsOf,
  pdfFields,
  mostDownloads,
} from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { EstadoCarpeta, CarpetaId, VenceEn } from "../folder-fields.ts";
import { listOwn } from "../list-own.ts";
import { folderStates } from "../folder-request.ts";

export const carpetaConsultar = actTool({
  id: "tributario.carpeta.consultar",
  title: "Consultar las solicitudes de carpeta tributaria",
  description:
    "Responde las carpetas tributarias que quien llama pidió en esta conexión, de la más nueva a la más antigua: en qué está cada una, a quién fue, hasta cuándo se puede mirar y cuántas veces se obtuvo su documento. No consulta el portal. Las que pidió otra credencial no aparecen.",
  effect: "read",
  needsConnection: true,
  idempotency: "anew",
  alcance: "carpeta",
  input: z.strictObject({
    solicitudId: CarpetaId.optional(),
    estado: z.enum(folderStates).optional().describe("Solo las que están en este estado"),
    ...pageFieldsOf("Solicitudes"),
  }),
  output: z.strictObject({
    solicitudes: z
      .array(
        z.strictObject({
          solicitudId: CarpetaId,
          tipo: z.enum(folderKinds).describe("Decide lo que contiene; ver carpeta.solicitar"),
          estado: EstadoCarpeta,
          motivo: z.string().nullable().describe("Por qué se rechazó, o por qué no hay documento"),
          destinatario: z
            .strictObject({
              nombre: z.string().describe("De la institución o persona que la recibe"),
              correo: z.string().describe("Tapado: solo la primera letra y el dominio"),
            })
            .describe("El confirmado cuando se pidió"),
          codigo: z.string().nullable().describe("Con el que el destinatario la abre"),
          creadaEn: z.iso.datetime().describe("Cuándo se pidió, en UTC"),
          venceEn: VenceEn,
          consultableHasta: Fecha.nullable().describe("Último día en que el destinatario la mira"),
          documento: z
            .strictObject({
              tamanoBytes: pdfFields.tamanoBytes,
              sha256: pdfFields.sha256,
              descargas: z.int().describe(`Veces que se obtuvo, de ${mostDownloads}`),
            })
            .nullable()
            .describe("El PDF que se trajo del portal; null: ninguno"),
          operacionId: OperacionHecha,
        }),
      )
      .describe("De la más nueva a la más antigua"),
    cursor: z.string().nullable().describe("null cuando no hay más"),
  }),
  errors: ["collection_not_found"],
  example: {
    input: { solicitudId: "carp_01k2exampe0000000000000000" },
    output: {
      solicitudes: [
        {
          solicitudId: "carp_01k2exampe0000000000000000",
          tipo: "creditos",
          estado: "lista",
          motivo: null,
          destinatario: { nombre: "Arriendos", correo: "a…@example.com" },
          codigo: "5510042231",
          creadaEn: "2026-08-20T14:00:00.000Z",
          venceEn: "2026-08-21T14:00:00.000Z",
          consultableHasta: "2026-11-18",
          documento: { tamanoBytes: 512_004, sha256: "0f".repeat(32), descargas: 0 },
          operacionId: "oper_01k2exampe0000000000000000",
        },
      ],
      cursor: null,
    },
  },
  run: (ctx, part) => listOwn(ctx, connectionOf(ctx).id, part),
});
