import { z } from "zod";
import { isDay, moveDay } from "../../generator/calendar.ts";
import { lineAmounts, readDecimal } from "../../generator/decimals.ts";
import { readRut } from "../../generator/rut.ts";
import type { Counterpart, Draft, Line } from "./document.ts";
import { exemptTypes, receiptTypes, totalsOf } from "./totals.ts";

const types = [33, 34, 39, 41, 56, 61] as const;
const notes: ReadonlySet<number> = new Set([56, 61]);
const oldestDays = 60;
/** Below this the tax rounds to nothing: no invoice. */
const leastNet = 3;

/** Text in one line, cut to the length of the provider's field. */
const text = (longest: number) =>
  z
    .string()
    .transform((typed) => typed.replaceAll(/\s+/g, " ").trim().slice(0, longest))
    .refine((kept) => kept !== "", "es obligatorio");
const optional = (longest: number) => text(longest).nullish();
const decimal = z
  .string()
  .refine((typed) => readDecimal(typed, ".") !== undefined, "debe ser un decimal como texto");
const day = z.string().refine(isDay, "debe ser una fecha AAAA-MM-DD");

const Receiver = z.strictObject({
  rut: z.string().transform((typed, ctx) => {
    const rut = readRut(typed);
    if (!rut) ctx.addIssue("no es un RUT válido");
    return rut ?? z.NEVER;
  }),
  razon_social: text(100),
  giro: optional(40),
  direccion: optional(70),
  comuna: optional(20),
  ciudad: optional(20),
});

const Body = z.strictObject({
  tipo: z.literal(types, "no se emite este tipo"),
  fecha_emision: day.optional(),
  receptor: Receiver.optional(),
  forma_pago: z.enum(["contado", "credito", "sin_costo"]).default("contado"),
  lineas: z
    .array(
      z.strictObject({
        nombre: text(80),
        descripcion: optional(200),
        cantidad: decimal,
        unidad: optional(4),
        precio: decimal,
        descuento_pct: decimal.nullish(),
        exenta: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(60),
  referencias: z
    .array(
      z.strictObject({
        tipo: z.string().regex(/^\d{1,3}$/, "no es un tipo"),
        folio: z.string().regex(/^\d{1,18}$/, "no es un folio"),
        fecha: day,
        codigo: z.literal([1, 2, 3]).nullish(),
        razon: optional(90),
      }),
    )
    .max(40)
    .default([]),
  referencia: z.string().min(1).max(64).nullish(),
});
type Body = z.infer<typeof Body>;

interface Fault {
  campo: string;
  mensaje: string;
}

/** A document as the provider would issue it, or the errors in the request. */
export function readDocument(
  raw: unknown,
  today: string,
): { draft: Draft; wrong?: never } | { draft?: never; wrong: Fault[] } {
  const parsed = Body.safeParse(raw);
  if (!parsed.success) {
    return {
      wrong: parsed.error.issues.map(({ path, message }) => ({
        campo: path.join("."),
        mensaje: message,
      })),
    };
  }
  const draft = draftOf(parsed.data, today);
  const wrong = faultsOf(draft, parsed.data, today);
  return wrong.length > 0 ? { wrong } : { draft };
}

function draftOf(body: Body, today: string): Draft {
  const lines = body.lineas.map((line) => lineOf(line, exemptTypes.has(body.tipo)));
  return {
    docType: body.tipo,
    day: body.fecha_emision ?? today,
    counterpart: counterpartOf(body.receptor),
    payment: body.forma_pago,
    lines,
    references: body.referencias.map(({ tipo, folio, fecha, codigo, razon }) => ({
      docType: tipo,
      folio,
      day: fecha,
      code: codigo ?? null,
      reason: razon ?? null,
    })),
    reference: body.referencia ?? null,
    ...totalsOf(body.tipo, lines),
  };
}

function lineOf(line: Body["lineas"][number], isExemptType: boolean): Line {
  const read = (typed: string | null | undefined) => readDecimal(typed ?? "0", ".") ?? 0n;
  const { amount } = lineAmounts(read(line.cantidad), read(line.precio), read(line.descuento_pct));
  return {
    name: line.nombre,
    description: line.descripcion ?? null,
    quantity: line.cantidad,
    unit: line.unidad ?? null,
    price: line.precio,
    discountPct: line.descuento_pct ?? null,
    exempt: line.exenta || isExemptType,
    amount,
  };
}

/** A receipt may have no receiver: then it is the anonymous one. */
function counterpartOf(receptor: Body["receptor"]): Counterpart {
  return {
    rut: receptor?.rut ?? "66666666-6",
    name: receptor?.razon_social ?? "Cliente Anónimo",
    activity: receptor?.giro ?? null,
    address: receptor?.direccion ?? null,
    commune: receptor?.comuna ?? null,
    city: receptor?.ciudad ?? null,
  };
}

function faultsOf(draft: Draft, body: Body, today: string): Fault[] {
  const { docType, counterpart, references } = draft;
  const isTextOnly = references.some(({ code }) => code === 2);
  const rules: [boolean, string, string][] = [
    [draft.day > today, "fecha_emision", "está en el futuro"],
    [draft.day < moveDay(today, -oldestDays), "fecha_emision", "tiene más de 60 días"],
    [!body.receptor && !receiptTypes.has(docType), "receptor", "es obligatorio"],
    [
      !receiptTypes.has(docType) &&
        [counterpart.activity, counterpart.address, counterpart.commune].includes(null),
      "receptor",
      "faltan giro, dirección o comuna",
    ],
    [docType === 33 && draft.net < leastNet, "lineas", "el IVA no puede ser cero"],
    [draft.total <= 0 && !isTextOnly, "lineas", "el total no puede ser cero"],
    [
      notes.has(docType) && !references.some(({ code }) => code !== null),
      "referencias",
      "una nota necesita el documento que corrige y el código",
    ],
    [
      references.filter(({ code }) => code === 1 || code === 2).length > 1,
      "referencias",
      "los códigos 1 y 2 son sobre un solo documento",
    ],
  ];
  return rules.filter(([isWrong]) => isWrong).map(([, campo, mensaje]) => ({ campo, mensaje }));
}
