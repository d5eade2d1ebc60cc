import { accessErrors, limitErrors } from "./access.ts";
import { connectionErrors } from "./connections.ts";
import type { ErrorEntry } from "./entry.ts";
import { collectionErrors, honorariosErrors } from "./fee-receipts-and-folders.ts";
import type { Issue } from "./issue.ts";
import { internalErrors, upstreamErrors, webhookErrors } from "./platform.ts";
import { requestErrors } from "./request.ts";
import { tributarioErrors } from "./tributario.ts";

export type { ErrorOwner } from "./entry.ts";
export { isIssueCode, type Issue, type IssueCode, issueCodes } from "./issue.ts";

/**
 * Every code that a client can get. HTTP, MCP, queues, events and documents read this one table.
 */
export const errorCatalogue = {
  ...requestErrors,
  ...accessErrors,
  ...connectionErrors,
  ...limitErrors,
  ...upstreamErrors,
  ...webhookErrors,
  ...internalErrors,
  ...honorariosErrors,
  ...collectionErrors,
  ...tributarioErrors,
};

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

export function errorEntry(code: ErrorCode): ErrorEntry {
  return errorCatalogue[code];
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text);
}

export type ErrorDetails = Record<string, unknown>;

/** A failure with a catalogue code. Its cause goes to the log, never into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | null;

  constructor(code: ErrorCode, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? null;
  }

  get entry(): ErrorEntry {
    return errorEntry(this.code);
  }
}

/** An answer must not grow with the errors of a request: more than these help nobody. */
const maxIssues = 50;

/** `more` is added to the details: a limit that was exceeded, for example. */
export function validationError(issues: readonly Issue[], more: ErrorDetails = {}): AppError {
  return new AppError("validation_error", {
    details: { issues: issues.slice(0, maxIssues), ...more },
  });
}

/**
 * Turns anything thrown into a catalogue error; without a code of its own it is `internal_error`.
 */
export function asAppError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError("internal_error", { cause: thrown });
}
