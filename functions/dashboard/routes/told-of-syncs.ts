import type { ErrorCode } from "#lib/kernel/errors/index.ts";

/** The errors that a page shows itself; for missing or forbidden things the frame has pages. */
export const toldOfSyncs: readonly ErrorCode[] = [
  "validation_error",
  "connection_busy",
  "connection_disabled",
  "connection_credential_required",
  "connection_scope_not_enabled",
  "connection_session_pending",
  "connection_sync_in_progress",
  "alcance_not_enabled",
  "alcance_scheme_unsupported",
  "too_many_pending",
  "quota_exceeded",
  "billing_past_due",
  "subscription_required",
  "rate_limited",
  "timeout",
  "upstream_error",
];
