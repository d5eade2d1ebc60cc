import * as z from "zod";
import { OperacionHecha } from "#lib/contract/documents/index.ts";
import {
  connectionOf,
  folderKinds,
  longestWaitSeconds,
  type FolderParts,
} from "#lib/contract/index.ts";
import { actTool, operateFor } from "#lib/ledger/index.ts";
import { EstadoCarpeta, folderErrors, CarpetaId, VenceEn } from "../folder-fields.ts";
import { unaLinea } from "../folder-recipient.ts";
import { requestFolder } from "../request-folder.ts";

const parts = {
  conPropiedades: z.boolean().optional().describe("Solo personalizada: con las propiedades"),
  conHonorarios: z.boolean().optional().describe("Solo personalizada: 12 meses de honorarios"),
  periodosIva: z.int().min(0).max(36).optional().describe("Solo personalizada: meses de IVA"),
  aniosRenta: z.int().min(0).max(4).optional().describe("Solo personalizada: años de renta"),
};

const Asked = z
  .strictObject({
    tipo: z
      .enum(folderKinds)
      .describe(
        "creditos: 12 meses de honorarios, 24 de IVA, 3 años de renta; renta: sin IVA; tamano: 12 de IVA y sin honorarios; personalizada: lo que digan los cuatro campos",
      ),
    ...parts,
    finalidad: unaLinea(3, 120, "Para qué se pide; queda en el registro"),
    vigenciaHoras: z
      .int()
      .min(1)
      .max(72)
      .default(24)
      .describe("Por cuántas horas se guarda aquí el documento"),
    esperarSegundos: z
      .int()
      .min(0)
      .max(longestWaitSeconds)
      .default(longestWaitSeconds)
      .describe("Cuánto se espera aquí a que la carpeta esté"),
  })
  .refine(
    (input) =>
      Object.keys(parts).every((name) => name in input === (input.tipo === "personalizada")),
    {
      error:
        "conPropiedades, conHonorarios, periodosIva and aniosRenta: all with personalizada, none with another tipo",
      path: ["tipo"],
      params: { code: "contradiction" },
    },
  );

const Requested = z.strictObject({
  solicitudId: CarpetaId,
  estado: EstadoCarpeta,
  operacionId: OperacionHecha,
  venceEn: VenceEn,
});

export const carpetaSolicitar = actTool({
  id: "tributario.carpeta.solicitar",
  title: "Solicitar la carpeta tributaria",
  description:
    "Genera la carpeta tributaria de la empresa para el destinatario confirmado, que la puede mirar 90 días con el código que le llega. No se puede deshacer: se puede cerrar. Responde lo que alcanzó en esperarSegundos; sigue con carpeta.consultar o con la misma llamada y la misma clave. collection_inconclusive significa que nadie sabe si se generó: no pidas otra.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  alcance: "carpeta",
  input: Asked,
  output: Requested,
  errors: [
    "collection_not_enabled",
    "collection_configuration_missing",
    "collection_inconclusive",
    "collection_cleanup_pending",
    ...folderErrors,
  ],
  example: {
    input: { tipo: "creditos", finalidad: "Crédito de capital" },
    output: {
      solicitudId: "carp_01k2exampe0000000000000000",
      estado: "pendiente",
      operacionId: "oper_01k2exampe0000000000000000",
      venceEn: "2026-08-21T14:00:00.000Z",
    },
  },
  run: async (ctx, input) => {
    const { tipo, finalidad, vigenciaHoras, esperarSegundos } = input;
    const partes = tipo === "personalizada" ? partsOf(input) : null;
    const asked = { tipo, partes, finalidad, vigenciaHoras, esperarSegundos };
    return Requested.parse(
      await operateFor(ctx, asked, (call) => requestFolder(ctx, connectionOf(ctx), call)),
    );
  },
});

function partsOf(input: z.output<typeof Asked>): FolderParts {
  return {
    conPropiedades: input.conPropiedades ?? false,
    conHonorarios: input.conHonorarios ?? false,
    periodosIva: input.periodosIva ?? 0,
    aniosRenta: input.aniosRenta ?? 0,
  };
}
