import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";

const codes: readonly ErrorCode[] = ["upstream_error", "upstream_unexpected_response", "timeout"];

/** The provider's failure and not ours: stored values may still answer. */
export function isUpstreamFailure(error: unknown): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
