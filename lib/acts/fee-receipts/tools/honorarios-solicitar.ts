import * as z from "zod";
import { OperacionHecha } from "#lib/contract/documents/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool, operateFor } from "#lib/ledger/index.ts";
import {
  boletaEjemplo,
  boletaPedida,
  EsperarSegundos,
  EstadoDeSolicitud,
  honorarios,
  SolicitudHecha,
} from "../fee-fields.ts";
import { requestReceipt } from "../request-receipt.ts";

export const honorariosSolicitar = actTool({
  id: "tributario.honorarios.solicitar",
  title: "Solicitar una boleta de honorarios",
  description:
    "Pide que se emita una boleta de honorarios por un servicio profesional, dentro de los límites que puso la organización. Emitir no se deshace: anular depende del plazo y a veces del receptor. Responde enseguida con el estado en que va; síguelo con tributario.honorarios.consultar o por webhook. Repetir la llamada con la misma Idempotency-Key nunca emite dos veces. Con state inconclusive no pidas otra: tributario.honorarios.reconciliar busca qué pasó.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  ...honorarios,
  input: z.strictObject({ ...boletaPedida, esperarSegundos: EsperarSegundos }),
  output: z.strictObject({
    solicitudId: SolicitudHecha,
    state: EstadoDeSolicitud,
    operacionId: OperacionHecha,
  }),
  errors: [
    "honorarios_beta_disabled",
    "honorarios_policy_denied",
    "honorarios_duplicate_reference",
  ],
  example: {
    input: boletaEjemplo,
    output: {
      solicitudId: "hon_01k2exampe0000000000000000",
      state: "pending",
      operacionId: "oper_01k2exampe0000000000000000",
    },
  },
  run: (ctx, input) => {
    const { esperarSegundos: waitSeconds, ...asked } = input;
    return operateFor(ctx, input, (call) =>
      requestReceipt(ctx, connectionOf(ctx), { ...call, asked, waitSeconds }),
    );
  },
});
