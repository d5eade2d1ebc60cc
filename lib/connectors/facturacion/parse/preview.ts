import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { parseAnswer, unknownShape } from "#lib/contract/bank/index.ts";
import type { InvoicePreview } from "#lib/contract/index.ts";
import { flattened, isCut, type DocumentBody } from "./document-body.ts";
import { Parte, Pesos } from "./values.ts";

const VistaPrevia = z.looseObject({
  tipo: z.int(),
  fecha_emision: Fecha,
  receptor: Parte,
  moneda: z.literal("CLP"),
  montos: z.looseObject({ neto: Pesos, exento: Pesos, iva: Pesos, total: Pesos }),
});

/** What the system would issue for what was sent. */
export function parsePreview(answer: unknown, sent: DocumentBody): InvoicePreview {
  const { tipo, fecha_emision, receptor, montos } = parseAnswer(VistaPrevia, answer);
  if (tipo !== sent["tipo"]) throw unknownShape("the preview of another type");
  const { neto, exento, iva, total } = montos;
  return {
    receptorRut: receptor.rut,
    fechaEmision: fecha_emision,
    totales: { neto, exento, iva, total },
    normalizado: flattened(answer),
    isCut: isCut(sent, answer),
  };
}
