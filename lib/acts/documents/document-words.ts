import { AppError } from "#lib/kernel/errors/index.ts";
import type { OperationRow, SynchronousTerms } from "#lib/ledger/index.ts";

type Words = SynchronousTerms["words"];

/** What callers are told about tax documents, whichever system issues them. */
export function documentWords(own: {
  refusals: Words["refusals"];
  refusalDetails?: NonNullable<Words["refusalDetails"]>;
  /** The call that finds out the outcome of one. */
  askCall(row: OperationRow): Record<string, unknown>;
}): Words {
  return {
    ...own,
    done: "emitido",
    unknown: "tributario_emission_outcome_unknown",
    overdue: "tributario_preview_token_expired",
    notFound: "tributario_emission_not_found",
    preview: {
      invalid: "tributario_preview_token_invalid",
      expired: "tributario_preview_token_expired",
      unconfirmed: "tributario_preparation_confirmation_required",
    },
    alike: (open) =>
      new AppError("tributario_emission_outcome_unknown", {
        details: {
          reason: "look_alike",
          ...(open !== null && { operacionId: open.id, fix: own.askCall(open) }),
        },
      }),
  };
}
