import * as z from "zod";
import { Fecha, parseRut } from "#lib/chile/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { folioProofs, type DocumentKind } from "../driver/emission.ts";
import { publishedIdPattern } from "../terms.ts";

/** A text of a document. The portal's charset is Latin-1, which has no long dashes or emojis. */
function latin1(description: string) {
  return z
    .string()
    .trim()
    .min(1)
    .regex(/^[\u0020-\u007E\u00A0-\u00FF]+$/, {
      error: "Only characters of Latin-1, in one line",
    })
    .describe(description);
}

export function texto(max: number, description: string) {
  return latin1(description).max(max);
}

// Limits in `meta` are documentation for callers; the document's own rules enforce them, and name
// every invalid field in a single answer.

/** A line's text. */
function textoDeLinea(maxLength: number, description: string) {
  return latin1(description).meta({ maxLength });
}

export function lineas<Line extends z.ZodType>(line: Line) {
  return z.array(line).meta({ description: "De 1 a 10 líneas", minItems: 1, maxItems: 10 });
}

/** Passed on as written when it is not a RUT. */
const RutDelReceptor = z
  .string()
  .meta({
    description: "RUT con dígito verificador, con o sin puntos y guion",
    examples: ["76177907-9", "12.345.678-5"],
  })
  .transform((text): string => parseRut(text) ?? text);

export const Receptor = z.strictObject({
  rut: RutDelReceptor,
  razonSocial: texto(100, "Razón social del receptor"),
  giro: texto(80, "Giro; el portal guarda 40 caracteres"),
  direccion: texto(80, "Dirección; el portal guarda 70 caracteres"),
  comuna: texto(40, "Comuna"),
  ciudad: texto(40, "Ciudad"),
  contacto: texto(80, "Contacto").optional(),
});

const cantidad = z
  .number()
  .positive()
  .max(999_999_999)
  .multipleOf(0.000001)
  .describe("Cantidad, hasta seis decimales");
const precio = z.number().nonnegative().max(999_999_999_999).multipleOf(0.000001);

export const Linea = z.strictObject({
  nombre: textoDeLinea(80, "Producto o servicio"),
  descripcion: textoDeLinea(1000, "Detalle").optional(),
  cantidad,
  precioUnitario: precio.describe("Precio neto por unidad, sin IVA"),
  unidad: textoDeLinea(4, "Unidad de medida").optional(),
  exento: z.boolean().optional().describe("true si la línea no lleva IVA"),
  descuentoPct: z
    .number()
    .min(0)
    .max(100)
    .multipleOf(0.01)
    .optional()
    .describe("Descuento de la línea, en porcentaje"),
});

export const LineaBoleta = z.strictObject({
  nombre: textoDeLinea(80, "Producto o servicio"),
  cantidad,
  precioUnitario: precio.describe("Precio por unidad, con IVA incluido"),
});

const Referencia = z.strictObject({
  tipoDoc: z.int().min(1).max(999).describe("Código del tipo del documento referenciado"),
  folio: texto(18, "Folio del documento referenciado"),
  fecha: Fecha,
  codigo: z
    .literal([1, 2, 3])
    .optional()
    .describe("1 anula, 2 corrige texto, 3 corrige montos; obligatorio en notas"),
  razon: texto(90, "Razón").optional(),
});

export const Referencias = z
  .array(Referencia)
  .meta({ maxItems: 3 })
  .default([])
  .describe("Documentos a los que se refiere, hasta tres");

export const FormaPago = z
  .enum(["contado", "credito", "sin_costo"])
  .describe("sin_costo: una entrega gratuita");

export const Motivo = texto(40, "Motivo de la anulación, para el documento");

export const Totales = z
  .strictObject({
    neto: z.int().describe("Pesos afectos a IVA, sin él"),
    exento: z.int().describe("Pesos que no llevan IVA"),
    iva: z.int().describe("Pesos: el 19 % del neto"),
    total: z.int().describe("Pesos: neto, exento e IVA"),
  })
  .describe("Como los calculó el sistema que emite");

/* How answers refer to an existing document. */
export const TipoDte = z.int().describe("Código de la autoridad");

export const Folio = z.int().describe("Con tipoDte y el RUT del emisor nombra el documento");

export const OperacionHecha = z.string().describe("Se sigue con GET /v1/operations/{id}");

const montoDisplay = z.string().describe("$1.190");

export const PreviewRef = z
  .string()
  .regex(publishedIdPattern("prv"), {
    error: "The previewRef of a preview, prv_ and 26 characters",
  })
  .describe("El previewRef de la vista previa; sirve quince minutos y una vez");

export const OperacionId = z
  .string()
  .regex(publishedIdPattern("oper"), {
    error: "The operacionId of an emission, oper_ and 26 characters",
  })
  .describe("El operacionId que respondió la emisión; también en tributario.dte.consultar");

export const Recibo = z
  .string()
  .describe(
    "Recibo firmado por el servicio (JWS): se verifica sin conexión con la llave de /.well-known/connect-receipts.json",
  );

export const PruebaFolio = z
  .enum(folioProofs)
  .describe(
    "respuesta: el portal respondió este folio y su lista lo muestra; lista: no hubo respuesta y es el único documento igual de la lista. Con lista el recibo no afirma el contenido (documentHash null): compáralo antes de darlo por tuyo",
  );

/** A preview's answer; each system has its own `advertencias`. */
export function vistaPrevia<Advertencia extends z.ZodType>(
  kinds: readonly [DocumentKind, ...DocumentKind[]],
  advertencia: Advertencia,
  about: string,
) {
  return z.strictObject({
    previewRef: z.string().describe("Sirve una vez"),
    expiraEn: z.iso.datetime().describe("En quince minutos"),
    documento: z
      .strictObject({
        kind: z.enum(kinds).describe("Herramienta que sigue"),
        tipoDte: TipoDte,
        receptorRut: z.string().nullable().describe("Sin receptor: null, o uno genérico"),
        fechaEmision: Fecha,
        anula: z
          .strictObject({
            tipoDte: TipoDte,
            folio: z.int().describe("Del que se anula"),
          })
          .nullable()
          .describe("Lo que anula, si no va en referencias"),
      })
      .describe("Aún no se envía"),
    totales: Totales,
    totalesDisplay: z
      .strictObject({
        neto: montoDisplay,
        exento: montoDisplay,
        iva: montoDisplay,
        total: montoDisplay,
      })
      .describe("Para personas"),
    advertencias: z.array(advertencia).describe(about),
    requiereConfirmacion: z.boolean().describe("true si una persona debe confirmarla antes"),
  });
}

export function vistaPreviaEjemplo<Kind extends DocumentKind>(
  kind: Kind,
  tipoDte: number,
  anula: { tipoDte: number; folio: number } | null = null,
) {
  return {
    previewRef: "prv_01k2exampe0000000000000000",
    expiraEn: "2026-08-20T14:15:00.000Z",
    documento: { kind, tipoDte, receptorRut: "76177907-9", fechaEmision: "2026-08-20", anula },
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
    totalesDisplay: { neto: "$1.000", exento: "$0", iva: "$190", total: "$1.190" },
    advertencias: [],
    requiereConfirmacion: false,
  };
}

/** Also for a credit note with code 1, which annuls what it references. */
export const creditNoteErrors = [
  "tributario_anulacion_documento_no_encontrado",
  "tributario_anulacion_en_curso",
  "tributario_anulacion_ya_emitida",
] as const satisfies readonly ErrorCode[];

export const annulmentErrors = [
  ...creditNoteErrors,
  "tributario_anulacion_no_admitida",
] as const satisfies readonly ErrorCode[];

export const Emitido = z.strictObject({
  operacionId: OperacionHecha,
  estado: z.literal("emitido").describe("Siempre: de lo contrario se responde un error"),
  tipoDte: TipoDte,
  folio: Folio,
  fechaEmision: Fecha,
  totales: Totales,
  prueba: PruebaFolio,
  recibo: Recibo,
});

export const reciboEjemplo = "eyJhbGciOiJFZERTQSJ9.eyJmb2xpbyI6NTAwMDAxfQ.c2lnbmF0dXJl";
