import * as z from "zod";

const CANONICAL = /^[1-9]\d{0,7}-[\dK]$/;
const WRITTEN = /^(\d{1,3}(?:\.\d{3})+|\d+)-?([\dK])$/i;

const message = "Not a valid RUT: check the number and its check digit, for example 76555835-2";

const examples = ["76555835-2", "12.345.678-5"];
// zod shows a transform's description only where it is set: on the input or on the output.
const Written = z
  .string({ error: message })
  .meta({ description: "RUT con dígito verificador, con o sin puntos y guion", examples });
const Canonical = z
  .string({ error: message })
  .regex(CANONICAL, { error: message })
  .brand<"Rut">()
  .meta({ description: "RUT con dígito verificador, sin puntos", examples: examples.slice(0, 1) });

/** A tax id. Accepts every way people and portals write it, returns `76555835-2`. */
export const Rut = Written.transform((text, ctx): string => {
  const rut = parseRut(text);
  if (rut !== null) return rut;
  ctx.issues.push({ code: "custom", message, input: text });
  return z.NEVER;
}).pipe(Canonical);
export type Rut = z.infer<typeof Canonical>;

/** Null when the text is not a RUT or its check digit is wrong. */
export function parseRut(text: string): Rut | null {
  const [, writtenBody, writtenDigit] = WRITTEN.exec(text.trim()) ?? [];
  if (writtenBody === undefined || writtenDigit === undefined) return null;

  const body = writtenBody.replaceAll(".", "").replace(/^0+/, "");
  const digit = writtenDigit.toUpperCase();
  if (body.length === 0 || body.length > 8) return null;
  if (checkDigitOf(Number(body)) !== digit) return null;
  return `${body}-${digit}` as Rut;
}

/** Modulo 11, with weights 2, 3, 4, 5, 6, 7, 2, … for the digits from the right. */
export function checkDigitOf(body: number): string {
  let sum = 0;
  let weight = 2;
  for (let rest = body; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * weight;
    weight = weight === 7 ? 2 : weight + 1;
  }
  const digit = 11 - (sum % 11);
  if (digit === 11) return "0";
  return digit === 10 ? "K" : String(digit);
}

/** `76.555.835-2`, for people. */
export function formatRut(rut: Rut): string {
  return rut.replaceAll(/\B(?=(?:\d{3})+-)/g, ".");
}
