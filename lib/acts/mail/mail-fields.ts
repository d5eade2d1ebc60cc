import { domainToASCII } from "node:url";
import * as z from "zod";
import { portalText } from "#lib/contract/index.ts";

const shape =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{4,253}$)(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/;
/** Letters and digits of any script; the conversion would drop a path or decode an escape. */
const typedDomain = /^[a-z0-9.\u0080-\u{10FFFF}-]+$/iu;

/** The address as sent: its domain in lower-case ASCII; null if it is not an address. */
export function mailAddress(typed: string): string | null {
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1);
  if (!typedDomain.test(domain)) return null;
  const address = `${typed.slice(0, at)}@${domainToASCII(domain).toLowerCase()}`;
  return shape.test(address) && !/^\.|\.\.|\.@/.test(address) ? address : null;
}

export const Direccion = z
  .string()
  .trim()
  .max(320)
  .transform((typed, ctx) => {
    const address = mailAddress(typed);
    if (address !== null) return address;
    ctx.addIssue({
      code: "custom",
      message: "Not a mail address: only the address, such as ana@example.com",
    });
    return z.NEVER;
  })
  .describe("Solo la dirección, sin nombre: ana@example.com");

/** A refinement: as a published pattern it would read halves of a character, and refuse "🎉". */
export const oneLine = z
  .string()
  .trim()
  .refine((text) => !/\p{Cc}/u.test(text), { error: "One line, without control characters" });

const instante = z.iso.datetime();

/** What a list shows of a mail; all its texts were written by others. */
export const filaDeCorreo = {
  id: z.string().describe("Para correo.correo.obtener y enRespuestaA"),
  hiloId: z.string().describe("La conversación a la que pertenece"),
  de: portalText("Quién lo envió"),
  para: z.array(portalText("A quién")).describe("Cada destinatario, con su nombre si lo trae"),
  asunto: portalText("El asunto"),
  fecha: instante.describe("Cuándo llegó o se envió"),
  fragmento: portalText("El comienzo del texto"),
  tieneAdjuntos: z
    .boolean()
    .describe("Según el tipo del correo; correo.correo.obtener lo comprueba"),
};

/** Errors that every mailbox tool can return. */
export const mailErrors = ["connected_account_required", "forbidden"] as const;
