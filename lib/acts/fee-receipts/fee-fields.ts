import * as z from "zod";
import { Comuna, Fecha, Rut } from "#lib/chile/index.ts";
import { publishedIdPattern } from "#lib/contract/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { OperacionHecha, texto } from "#lib/contract/documents/index.ts";
import {
  annulmentModes,
  feeRequestKinds,
  feeRequestStates,
  type FeeRequest,
} from "./fee-request.ts";

export const SolicitudId = z
  .string()
  .regex(publishedIdPattern("hon"), {
    error: "The solicitudId of a fee receipt, hon_ and 26 characters",
  })
  .describe("El solicitudId que respondió la solicitud a esta misma credencial");

export const Referencia = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,60}$/, { error: "1 to 60 of A-Z a-z 0-9 . _ -" })
  .describe(
    "Nombre tuyo de la boleta, de 1 a 60 de A-Z a-z 0-9 . _ -: hay una boleta por referencia",
  );

export const Huella = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: "The huella of the preview, as it was answered" });

/** A requested receipt. */
export const boletaPedida = {
  referencia: Referencia,
  receptor: z
    .strictObject({
      rut: Rut,
      nombre: texto(100, "Nombre o razón social; el portal guarda 60 caracteres"),
      domicilio: texto(80, "Calle y número; el portal guarda 50 caracteres"),
      comuna: Comuna.describe("Comuna de Chile, por su nombre"),
      correo: z
        .email({ error: "Not a mail address: only the address, such as ana@example.com" })
        .max(254)
        .optional()
        .describe("Queda con la solicitud; nadie le escribe por ti"),
    })
    .describe("A quién se le presta el servicio"),
  fecha: Fecha.describe("Día de la boleta, hasta tres meses antes o después de hoy"),
  lineas: z
    .array(
      z.strictObject({
        descripcion: texto(80, "Servicio prestado; el portal guarda 60 caracteres"),
        monto: z.int().min(1).max(999_999_999).describe("Pesos brutos"),
      }),
    )
    .min(1)
    .max(4)
    .describe("De 1 a 4 líneas"),
  retencion: z
    .enum(["receptor", "emisor", "auto"])
    .default("auto")
    .describe("Quién paga la retención; auto: el receptor si es empresa, si no el emisor"),
  domicilioEmisor: z
    .string()
    .regex(/^[0-9A-Za-z]{1,20}$/, { error: "A codigo of domiciliosEmisor of the preview" })
    .optional()
    .describe("Un codigo de domiciliosEmisor de la vista previa; sin él, el primero del portal"),
  huella: Huella.optional().describe(
    "La huella de la vista previa: se emite lo que se vio, o nada. Obligatoria si la lista ya muestra una del mismo receptor, día y monto que aquí no consta (igual_no_registrada)",
  ),
};

export const EsperarSegundos = z
  .int()
  .min(0)
  .max(25)
  .default(0)
  .describe("Cuánto esperar el resultado, de 0 a 25 segundos; sin esperar, consulta después");

export const EstadoDeSolicitud = z
  .enum(feeRequestStates)
  .describe(
    "pending, processing: en curso; issued: emitida; rejected: no se emitió; inconclusive: pudo emitirse y aún no se sabe, no la repitas. De una anulación: annulled, awaiting_receiver, refused_by_receiver, lapsed",
  );

/** The request that an answer is about. */
export const SolicitudHecha = z
  .string()
  .describe("Con él se consulta, se reconcilia o se pide el PDF");

export const RutDeReceptor = z
  .string()
  .nullable()
  .describe("Sin puntos; null: alguien del extranjero, sin RUT");

/** The amounts of a receipt. */
export const montos = {
  bruto: z.int().describe("Pesos, antes de retener"),
  retencion: z.int().describe("Pesos que se retienen, los entere el receptor o el emisor"),
  liquido: z.int().describe("Pesos: el bruto menos la retención"),
};

export const Modo = z
  .enum(annulmentModes)
  .describe("inmediata: basta pedirla; con_receptor: vale solo si el receptor acepta");

export const Solicitud = z.strictObject({
  solicitudId: SolicitudHecha,
  tipo: z.enum(feeRequestKinds).describe("Si pide emitir una boleta o anular una"),
  referencia: z
    .string()
    .describe("La que le diste a la boleta; folio-N si se anula una que no se pidió aquí"),
  state: EstadoDeSolicitud,
  motivo: z
    .string()
    .nullable()
    .describe("Por qué se rechazó: una palabra fija o un código del catálogo de errores"),
  seEnvio: z.boolean().describe("false: no salió nada hacia la autoridad"),
  rutReceptor: RutDeReceptor,
  fecha: Fecha,
  ...montos,
  folio: z.int().nullable().describe("Número de la boleta; null mientras no conste emitida"),
  codigoBarras: z
    .string()
    .nullable()
    .describe("Nombra la boleta en el portal; null mientras no conste emitida"),
  documentVersion: z.int().describe("0 sin documento, 1 emitida, 2 marcada como anulada"),
  documentoDisponible: z
    .boolean()
    .describe("true si tributario.honorarios_documento.obtener ya la tuvo guardada"),
  plazoHasta: Fecha.nullable().describe("De una anulación: hasta cuándo vale"),
  anulacion: z
    .strictObject({
      solicitudId: z.string().nullable().describe("null: la pidió otra credencial"),
      state: EstadoDeSolicitud,
    })
    .nullable()
    .describe("La última anulación pedida de esta boleta"),
  operacionId: OperacionHecha,
  creadaEn: z.iso.datetime().describe("Cuándo se pidió, en UTC"),
  actualizadaEn: z.iso.datetime().describe("Cuándo cambió por última vez, en UTC"),
});

export const solicitudEjemplo: FeeRequest = {
  solicitudId: "hon_01k2exampe0000000000000000",
  tipo: "emision",
  referencia: "OC-118",
  state: "issued",
  motivo: null,
  seEnvio: true,
  rutReceptor: "76177907-9",
  fecha: "2026-08-20",
  bruto: 500_000,
  retencion: 76_250,
  liquido: 423_750,
  folio: 121,
  codigoBarras: "7655583520001214941",
  documentVersion: 1,
  documentoDisponible: true,
  plazoHasta: null,
  anulacion: null,
  operacionId: "oper_01k2exampe0000000000000000",
  creadaEn: "2026-08-20T14:00:00.000Z",
  actualizadaEn: "2026-08-20T14:00:20.000Z",
};

export const boletaEjemplo = {
  referencia: "OC-118",
  receptor: {
    rut: "76177907-9",
    nombre: "Cliente SpA",
    domicilio: "Calle Uno 123",
    comuna: "Santiago",
  },
  fecha: "2026-08-20",
  lineas: [{ descripcion: "Asesoría", monto: 500_000 }],
};

/** Fee receipts belong to the company itself: only its own login issues and reads them. */
export const honorarios = { alcance: "honorarios", servedBy: ["empresa"] } as const;

/** Errors of a visit for a fee receipt. */
export const visitErrors = [
  "connection_identity_mismatch",
  "connection_session_pending",
  "connector_variant_unsupported",
] as const satisfies readonly ErrorCode[];

const medida = z.union([z.int(), z.string()]).nullable();

export const Limite = z.strictObject({
  limite: z
    .string()
    .describe(
      "fecha, monto, monto_diario, cantidad_diaria, receptor, emisor o sociedad_profesional",
    ),
  maximo: medida.describe("Lo que se admite: pesos, boletas o un día; null si no es una cifra"),
  recibido: medida.describe("A cuánto se llegaría; o el RUT, o la conexión, que no se admite"),
});
