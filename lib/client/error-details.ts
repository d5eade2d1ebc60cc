import type { ErrorCode } from "./generated/codes.ts";

/** One field that did not pass. */
export interface Issue {
  path: (string | number)[];
  /** One of the words that `/docs/guides/errors` lists. */
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

/** What `details` holds of the codes that programs act on; there may be more next to it. */
export type ErrorDetails<C extends ErrorCode> = C extends keyof Known
  ? Known[C] & Record<string, unknown>
  : Record<string, unknown> | null;
