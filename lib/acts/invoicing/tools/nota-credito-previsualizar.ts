import * as z from "zod";
import {
  annulmentErrors,
  Linea,
  lineas,
  texto,
  vistaPreviaEjemplo,
} from "#lib/contract/documents/index.ts";
import { connectionOf, type CreditNoteAsked } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { previewErrors, VistaDelDocumento } from "../document-fields.ts";
import { prepareCreditNote } from "../prepare-invoice.ts";

const fields = z.strictObject({
  tipoDte: z.int().min(1).max(999).describe("Del documento que se corrige"),
  folio: z.int().min(1).max(10_000_000_000).describe("De facturacion.documentos.consultar"),
  codigo: z
    .literal([1, 2, 3])
    .describe("1 anula el documento, 2 corrige un texto, 3 corrige montos"),
  razon: texto(90, "Razón, para el documento"),
  texto: texto(80, "Con código 2: el texto corregido").optional(),
  lineas: lineas(Linea).optional().describe("Con código 3: lo que se descuenta, a precio neto"),
});
type Fields = z.output<typeof fields>;

const input = fields.superRefine((given, refined) => {
  for (const [field, code] of [
    ["texto", 2],
    ["lineas", 3],
  ] as const) {
    const isGiven = given[field] !== undefined;
    if (isGiven === (given.codigo === code)) continue;
    const message = isGiven ? `${field} goes with codigo ${code}` : `${field} is needed`;
    refined.addIssue({
      code: "custom",
      path: [field],
      message,
      params: { code: isGiven ? "contradiction" : "required" },
    });
  }
});

export const notaCreditoPrevisualizar = actTool({
  id: "facturacion.nota_credito.previsualizar",
  title: "Previsualizar una nota de crédito del sistema de facturación",
  description:
    "Prepara en el sistema de facturación una nota de crédito (61) que anula, corrige un texto o descuenta montos de un documento de la empresa, sin emitir nada. tipoDte y folio salen de facturacion.documentos.consultar; el receptor y la fecha los pone el documento mismo, y con código 1 también sus montos. Hay una sola anulación por documento. Responde un previewRef que facturacion.nota_credito.emitir usa dentro de quince minutos.",
  effect: "live",
  needsConnection: true,
  alcance: "emision",
  input,
  output: VistaDelDocumento,
  errors: [...previewErrors, ...annulmentErrors],
  example: {
    input: { tipoDte: 33, folio: 7_012, codigo: 1, razon: "Anula" },
    output: vistaPreviaEjemplo("nota_credito", 61, { tipoDte: 33, folio: 7_012 }),
  },
  run: async (ctx, given) =>
    (await prepareCreditNote(ctx, connectionOf(ctx), noteOf(given))) as z.infer<
      typeof VistaDelDocumento
    >,
});

function noteOf({ tipoDte, folio, codigo, razon, texto: text = "", lineas: lines = [] }: Fields) {
  const about = { tipoDte, folio, razon };
  switch (codigo) {
    case 1:
      return { ...about, codigo } satisfies CreditNoteAsked;
    case 2:
      return { ...about, codigo, texto: text } satisfies CreditNoteAsked;
    case 3:
      return { ...about, codigo, lineas: lines } satisfies CreditNoteAsked;
  }
}
