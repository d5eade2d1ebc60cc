import type { ErrorCode } from "./generated/codes.ts";

/** One field that failed validation. */
export interface Issue {
  path: (string | number)[];
  /** One of the codes listed in `/docs/guides/errors`. */
  code: string;
  message: string;
}

interface Known {
  validation_error: { issues: Issue[] };
  scope_not_granted: { required: string[] };
  connection_scope_not_enabled: { scope: string };
  alcance_not_enabled: { alcance: string };
  connection_sync_in_progress: { jobId: string };
  tributario_dte_validation_failed: { issues: Issue[] };
  tributario_emission_outcome_unknown: { operacionId: string };
}

/** What `details` contains for the codes that programs act on; it may contain more. */
export type ErrorDetails<C extends ErrorCode> = C extends keyof Known
  ? Known[C] & Record<string, unknown>
  : Record<string, unknown> | null;
