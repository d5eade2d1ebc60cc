import * as z from "zod";
import { requireModules } from "#lib/contract/index.ts";
import { actTool, operateFor } from "#lib/ledger/index.ts";
import { Direccion, mailErrors, oneLine } from "../mail-fields.ts";
import { sendFromMailbox } from "../send-from-mailbox.ts";
import { mailNextSteps } from "../terms.ts";
import { withChallenge } from "../with-challenge.ts";

const mostRecipients = 100;
const mostBytes = 100 * 1024;

const Enviar = z
  .strictObject({
    para: z.array(Direccion).min(1).max(mostRecipients).describe("A quiénes se envía"),
    asunto: oneLine.max(200).describe("En una línea"),
    cuerpo: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= mostBytes, {
        error: "More than 100 KB",
        params: { code: "too_long" },
      })
      .describe("El texto, o el HTML si formato es html; hasta 100 KB"),
    cc: z.array(Direccion).max(mostRecipients).optional().describe("Con copia"),
    cco: z.array(Direccion).max(mostRecipients).optional().describe("Con copia oculta"),
    formato: z.enum(["texto", "html"]).default("texto").describe("Cómo está escrito cuerpo"),
    enRespuestaA: z
      .string()
      .regex(/^[\w.=-]{1,200}$/, {
        error: "Not the id of a mail: take it from correo.correos.buscar",
      })
      .optional()
      .describe(
        "El id del mensaje que responde: queda en su conversación. Necesita el módulo leer",
      ),
  })
  .refine(({ para, cc = [], cco = [] }) => para.length + cc.length + cco.length <= mostRecipients, {
    error: "More than 100 recipients in all",
    params: { code: "too_long" },
    path: ["para"],
  });

export const correoEnviar = actTool({
  id: "correo.correo.enviar",
  title: "Enviar un correo",
  description:
    "Envía un correo desde la cuenta conectada, a lo más una vez por Idempotency-Key. No lleva archivos adjuntos. No se puede deshacer. La misma llamada con la misma clave responde lo mismo y nunca envía otra vez; con otra clave es otro correo. resultado_desconocido significa que puede haber salido: no uses otra clave. Si siguientePaso es reconciliar, repite la misma llamada con la misma clave unos minutos después; si es revisar_enviados, búscalo con correo.correos.buscar (in:sent) o pregunta a la persona. upstream_error con enviado false prueba que no salió: la misma llamada lo envía de nuevo.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  alcance: "enviar",
  checkFor: ({ enRespuestaA }, connection) => {
    if (enRespuestaA !== undefined) requireModules(connection, ["leer"]);
  },
  input: Enviar,
  output: z.strictObject({
    estado: z
      .enum(["enviado", "resultado_desconocido"])
      .describe("resultado_desconocido: puede haber salido; no uses otra clave"),
    mensajeId: z
      .string()
      .nullable()
      .describe("Para correo.correo.obtener; null si no se sabe si salió"),
    hiloId: z.string().nullable().describe("Su conversación; null si no se sabe si salió"),
    operacionId: z.string().describe("Identifica el envío aquí; el mismo al repetir con su clave"),
    puedeReintentar: z.literal(false).describe("Nunca: con otra clave saldría otro correo"),
    siguientePaso: z
      .enum(mailNextSteps)
      .describe("revisar_borrador: se envió, y un borrador igual quedó en la cuenta"),
  }),
  errors: [...mailErrors, "timeout"],
  example: {
    input: { para: ["ana@example.com"], asunto: "Factura 7012", cuerpo: "Hola" },
    output: {
      estado: "enviado",
      mensajeId: "18f2a9c0d1e2f3a4",
      hiloId: "18e1a9c0d1e2f3a4",
      operacionId: "oper_01k2exampe0000000000000000",
      puedeReintentar: false,
      siguientePaso: "ninguno",
    },
  },
  run: (ctx, input) => {
    const { para, asunto, cuerpo, cc = [], cco = [], formato, enRespuestaA = null } = input;
    const mail = { para, cc, cco, asunto, cuerpo, formato, enRespuestaA };
    return withChallenge(ctx, "enviar", (connection) =>
      operateFor(ctx, input, (call) => sendFromMailbox(ctx, connection, { ...call, mail })),
    );
  },
});
