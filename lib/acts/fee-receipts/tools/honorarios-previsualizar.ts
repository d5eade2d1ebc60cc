import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { connectionOf, portalText } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import {
  boletaEjemplo,
  boletaPedida,
  honorarios,
  Limite,
  montos,
  visitErrors,
} from "../fee-fields.ts";
import { previewReceipt } from "../preview-receipt.ts";

const montoDisplay = z.string().describe("Pesos con formato chileno: $500.000");

export const honorariosPrevisualizar = actTool({
  id: "tributario.honorarios.previsualizar",
  title: "Previsualizar una boleta de honorarios",
  description:
    "Muestra la boleta de honorarios tal como la emitiría el portal, con su retención, sin emitirla: montos, domicilios del emisor, límites de la organización que no cumple y advertencias. La huella nombra lo que se vio: con ella tributario.honorarios.solicitar emite eso, o nada.",
  effect: "live",
  needsConnection: true,
  ...honorarios,
  input: z.strictObject(boletaPedida),
  output: z.strictObject({
    documento: z
      .strictObject({
        fecha: Fecha,
        rutReceptor: z.string().describe("Sin puntos"),
        nombreReceptor: portalText("Nombre del receptor como lo guarda el portal"),
        bruto: montos.bruto,
        tasaRetencion: z.number().describe("Porcentaje del año de la boleta: 15.25"),
        retencion: montos.retencion,
        liquido: montos.liquido,
        quienRetiene: z
          .enum(["receptor", "emisor", "nadie"])
          .describe("nadie: el emisor es una sociedad de profesionales, y aquí no emite"),
        display: z
          .strictObject({
            bruto: montoDisplay,
            retencion: montoDisplay,
            liquido: montoDisplay,
          })
          .describe("Los mismos montos, para mostrarlos a una persona"),
      })
      .describe("La boleta como la emitiría el portal"),
    domiciliosEmisor: z
      .array(
        z.strictObject({
          codigo: z.string().describe("Se pasa en domicilioEmisor"),
          texto: portalText("Domicilio del emisor"),
        }),
      )
      .describe("Los que el portal ofrece al emisor"),
    huella: z.string().describe("Con ella honorarios.solicitar emite esto, o nada"),
    limites: z.array(Limite).describe("Los límites que no cumple; vacío si se puede pedir"),
    advertencias: z
      .array(z.enum(["anio_distinto", "receptor_nuevo", "igual_reciente", "texto_cortado"]))
      .describe(
        "anio_distinto: rige la tasa del año en que se paga; receptor_nuevo; igual_reciente: otra del mismo receptor, día y monto se pidió en 24 horas, o está en la lista y aquí no consta; texto_cortado: el portal no guarda un texto entero",
      ),
  }),
  errors: ["honorarios_beta_disabled", "too_many_pending", ...visitErrors],
  example: {
    input: boletaEjemplo,
    output: {
      documento: {
        fecha: "2026-08-20",
        rutReceptor: "76177907-9",
        nombreReceptor: "CLIENTE SPA",
        bruto: 500_000,
        tasaRetencion: 15.25,
        retencion: 76_250,
        liquido: 423_750,
        quienRetiene: "receptor",
        display: { bruto: "$500.000", retencion: "$76.250", liquido: "$423.750" },
      },
      domiciliosEmisor: [{ codigo: "1", texto: "Av. Los Ñandúes 4641, Santiago" }],
      huella: "9f2c".repeat(16),
      limites: [],
      advertencias: ["receptor_nuevo"],
    },
  },
  run: (ctx, asked) => previewReceipt(ctx, connectionOf(ctx), asked),
});
