import * as z from "zod";
import { parseRut, santiagoDayIfKnown } from "#lib/chile/index.ts";

/** Money is a text with two decimals, which are zero for pesos: `"1500.00"`. */
export const Pesos = z
  .string()
  .regex(/^\d{1,12}\.00$/)
  .transform((text) => Number(text.slice(0, -3)));

/** An instant with Santiago's offset on its day. */
export const Instante = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The day of such an instant. */
export const Dia = Instante.transform((at, ctx) => {
  const day = santiagoDayIfKnown(at);
  if (day === null) ctx.addIssue("not a day of our times");
  return day ?? z.NEVER;
});

const RutEscrito = z.string().transform((text, ctx) => {
  const rut = parseRut(text);
  if (rut === null) ctx.addIssue("not a RUT");
  return rut ?? z.NEVER;
});

/** The fields that identify either side of a document. */
export const Parte = z.looseObject({ rut: RutEscrito, razon_social: z.string() });
