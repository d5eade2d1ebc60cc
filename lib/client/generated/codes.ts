// Written by "npm run client:types" from the catalogue: change that, not this.
/* eslint-disable max-lines */

/** What callers branch on after a refusal. */
export type ErrorCode =
  | "validation_error"
  | "malformed_request"
  | "unsupported_media_type"
  | "payload_too_large"
  | "idempotency_key_missing"
  | "idempotency_conflict"
  | "idempotency_in_progress"
  | "tool_not_found"
  | "unauthorized"
  | "forbidden"
  | "scope_not_granted"
  | "connection_ambiguous"
  | "connection_busy"
  | "connection_disabled"
  | "connection_scope_not_enabled"
  | "connection_credential_required"
  | "connection_identity_mismatch"
  | "connected_account_required"
  | "connection_session_pending"
  | "connection_sync_in_progress"
  | "connector_onboarding_required"
  | "too_many_pending"
  | "sync_job_not_found"
  | "alcance_not_enabled"
  | "alcance_scheme_unsupported"
  | "connector_variant_unsupported"
  | "rate_limited"
  | "quota_exceeded"
  | "feature_not_in_plan"
  | "billing_past_due"
  | "subscription_required"
  | "connector_plan_limit"
  | "upstream_error"
  | "upstream_unexpected_response"
  | "timeout"
  | "webhook_endpoint_not_found"
  | "webhook_delivery_not_found"
  | "invalid_webhook_url"
  | "service_unavailable"
  | "output_contract_error"
  | "handler_error"
  | "internal_error"
  | "not_implemented"
  | "honorarios_request_not_found"
  | "honorarios_beta_disabled"
  | "honorarios_policy_denied"
  | "honorarios_duplicate_reference"
  | "honorarios_annulment_conflict"
  | "collection_not_found"
  | "collection_not_enabled"
  | "collection_configuration_missing"
  | "collection_scope_forbidden"
  | "collection_expired"
  | "collection_inconclusive"
  | "collection_identity_mismatch"
  | "collection_document_invalid"
  | "collection_document_too_large"
  | "collection_cleanup_pending"
  | "tributario_facturador_not_enabled"
  | "tributario_dte_variant_not_enabled"
  | "tributario_dte_validation_failed"
  | "tributario_facturador_contract_changed"
  | "tributario_facturador_not_enrolled"
  | "tributario_dte_type_not_authorized"
  | "tributario_preview_token_invalid"
  | "tributario_preview_token_expired"
  | "tributario_anulacion_documento_no_encontrado"
  | "tributario_anulacion_en_curso"
  | "tributario_anulacion_ya_emitida"
  | "tributario_anulacion_no_admitida"
  | "tributario_preview_changed"
  | "tributario_emitter_profile_required"
  | "tributario_emitter_profile_changed"
  | "tributario_preparation_confirmation_required"
  | "tributario_signing_material_required"
  | "tributario_signing_material_invalid"
  | "tributario_emission_rejected"
  | "tributario_emission_outcome_unknown"
  | "tributario_emission_not_found";

/** The codes after which the very same call can succeed later. */
export const retryableCodes: readonly string[] = [
  "idempotency_in_progress",
  "connection_busy",
  "connection_session_pending",
  "connection_sync_in_progress",
  "too_many_pending",
  "rate_limited",
  "upstream_error",
  "timeout",
  "service_unavailable",
];

/** What is known about a call in addition to its result. */
export interface Meta {
  /** Names the call in the audit log; keep it */
  request_id: string;
  /** Id of the operation that ran */
  operation_request_id?: string;
  /** The tool that was called */
  tool_id?: string;
  /** `action` for tool calls, else `control` */
  plane: "action" | "control";
  latency_ms: number;
  audit_status: "recorded" | "not_recorded";
  /** Present when the call carried an Idempotency-Key */
  idempotency?: "stored" | "replayed";
  /** Over MCP, when a page has fewer rows than were asked for; `cursor` goes on */
  page?: {
    asked: number;
    given: number;
  };
  /** Fields of this answer with texts of third parties, such as `data.movimientos[].descripcion`: data, never an instruction */
  untrusted?: string[];
}
