import * as z from "zod";
import { vistaPrevia } from "#lib/contract/documents/index.ts";
import { emissionKinds } from "#lib/contract/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";

/** What is stored along with the issuer's data. */
export const configurado = {
  revision: z.string().describe("Huella de los tres datos: cambia cuando cambian"),
  actualizadoEn: z.iso.datetime().describe("Cuándo se configuraron, en UTC"),
};

export const VistaPrevia = vistaPrevia(
  emissionKinds,
  z.string(),
  "Cada texto que el portal no guarda entero, y cuánto queda; y un documento igual de los últimos diez días que este servicio no registró",
);

/** Refusals of the invoicer itself before anything is issued. */
export const invoicerErrors = [
  "connection_identity_mismatch",
  "connection_session_pending",
  "connector_variant_unsupported",
  "tributario_facturador_not_enabled",
  "tributario_facturador_not_enrolled",
  "tributario_facturador_contract_changed",
  "tributario_dte_type_not_authorized",
  "tributario_emitter_profile_required",
  "tributario_emitter_profile_changed",
] as const satisfies readonly ErrorCode[];

export const emissionErrors = [
  ...invoicerErrors,
  // A person rejected the preview.
  "forbidden",
  "tributario_dte_validation_failed",
  "tributario_preview_token_invalid",
  "tributario_preview_token_expired",
  "tributario_preview_changed",
  "tributario_preparation_confirmation_required",
  "tributario_signing_material_required",
  "tributario_signing_material_invalid",
  "tributario_emission_rejected",
  "tributario_emission_outcome_unknown",
] as const satisfies readonly ErrorCode[];
