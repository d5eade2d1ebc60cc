import * as z from "zod";
import { acceptanceStates } from "#lib/contract/index.ts";
import { Emitido, Linea, reciboEjemplo, vistaPrevia } from "#lib/contract/documents/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";

const advertencias = [
  "folios_por_agotarse",
  "certificado_por_vencer",
  "folio_antiguo",
  "texto_cortado",
  "igual_no_registrado",
] as const;

export const LineaDocumento = Linea.extend({
  precioUnitario: Linea.shape.precioUnitario.describe(
    "Precio por unidad: neto, y en las boletas (39, 41) con IVA incluido",
  ),
});

export const VistaDelDocumento = vistaPrevia(
  ["documento", "nota_credito"],
  z.enum(advertencias),
  "folios_por_agotarse: quedan 20 o menos del tipo; certificado_por_vencer: en 30 días; folio_antiguo: la autoridad puede poner reparos; texto_cortado: el sistema guarda solo el comienzo de un texto; igual_no_registrado: en los últimos diez días hay un documento igual que este servicio no tiene registrado",
);

export const DocumentoEmitido = Emitido.extend({
  trackId: z.string().nullable().describe("Con el que la autoridad sigue el documento"),
  estadoAutoridad: z
    .enum(acceptanceStates)
    .describe(
      "Lo que respondió la autoridad hasta ahora. pendiente: se sigue leyendo solo; mira después facturacion.documentos.consultar o GET /v1/operations/{id}. rechazado: el folio se perdió; corrige y emite otro documento con otra vista previa y otra clave",
    ),
});

export const emitidoEjemplo = {
  operacionId: "oper_01k2exampe0000000000000000",
  estado: "emitido" as const,
  tipoDte: 33,
  folio: 7_012,
  fechaEmision: "2026-08-20",
  totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
  trackId: "8b1d6a52-5f0e-4c57-9a53-0f6a2f4c9d11",
  estadoAutoridad: "pendiente" as const,
  prueba: "respuesta" as const,
  recibo: reciboEjemplo,
};

/** What the company has to do in the system itself. */
const accountErrors = [
  "connector_onboarding_required",
  "connector_plan_limit",
] as const satisfies readonly ErrorCode[];

/** Errors of every call that reaches the system. */
const visitErrors = [
  "connection_busy",
  "connection_credential_required",
  "connection_identity_mismatch",
  "upstream_error",
  "upstream_unexpected_response",
  "timeout",
] as const satisfies readonly ErrorCode[];

export const previewErrors = [
  ...accountErrors,
  ...visitErrors,
  "too_many_pending",
  "tributario_dte_validation_failed",
] as const satisfies readonly ErrorCode[];

export const emitErrors = [
  ...accountErrors,
  ...visitErrors,
  // A person rejected the preview.
  "forbidden",
  "tributario_dte_validation_failed",
  "tributario_preview_token_invalid",
  "tributario_preview_token_expired",
  "tributario_preview_changed",
  "tributario_preparation_confirmation_required",
  "tributario_emission_rejected",
  "tributario_emission_outcome_unknown",
] as const satisfies readonly ErrorCode[];
