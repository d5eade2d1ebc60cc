import type { ErrorDetails } from "./error-details.ts";
import { retryableCodes, type ErrorCode } from "./generated/codes.ts";

/** A call that fixes the refusal: pass it to `connect.call`. */
export interface FixCall {
  toolId: string;
  input: Record<string, unknown>;
  connection: string | null;
  /** Set when the call must be repeated with the very same key. */
  idempotencyKey: string | null;
}

interface Refusal<C extends ErrorCode> {
  code: C;
  message: string;
  suggestedFix: string;
  requestId: string;
  details: ErrorDetails<C>;
  status: number;
  /** `Retry-After` in seconds. */
  retryAfter: number | null;
}

/** The service refused the call. Decide by `code`; `isConnectError` types each code's details. */
export class ConnectError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly status: number;
  /** An instruction that can be followed as written. */
  readonly suggestedFix: string;
  /** Identifies the call in the audit log. */
  readonly requestId: string;
  readonly details: ErrorDetails<C>;
  readonly retryAfter: number | null;

  constructor(refusal: Refusal<C>) {
    super(`${refusal.code}: ${refusal.message} (${refusal.requestId})`);
    this.name = "ConnectError";
    this.code = refusal.code;
    this.status = refusal.status;
    this.suggestedFix = refusal.suggestedFix;
    this.requestId = refusal.requestId;
    this.details = refusal.details;
    this.retryAfter = refusal.retryAfter;
  }

  /** Whether the very same call can succeed later. */
  get retryable(): boolean {
    return retryableCodes.includes(this.code);
  }

  /** The call that fixes it, if there is one. */
  get fix(): FixCall | null {
    const fix = (this.details as { fix?: unknown } | null)?.fix;
    if (typeof fix !== "object" || fix === null) return null;
    const {
      tool_id: toolId,
      input,
      connection_id: connection,
      idempotency_key: idempotencyKey,
    } = fix as Record<string, unknown>;
    if (typeof toolId !== "string") return null;
    return {
      toolId,
      input: (input ?? {}) as Record<string, unknown>,
      connection: typeof connection === "string" ? connection : null,
      idempotencyKey: typeof idempotencyKey === "string" ? idempotencyKey : null,
    };
  }
}

/** One type per code, so that checking the code tells what its details contain. */
export type AnyConnectError = { [C in ErrorCode]: ConnectError<C> }[ErrorCode];

/** A refusal from the service, whichever copy of the library threw it. */
export function isConnectError(thrown: unknown): thrown is AnyConnectError {
  return thrown instanceof Error && thrown.name === "ConnectError" && "requestId" in thrown;
}

/**
 * No answer came from the service, so the outcome of the call is unknown. Ask for it, or repeat the
 * call with the same idempotencyKey; with another key it would be another operation.
 */
export class ConnectNoAnswer extends Error {
  readonly reason: "network" | "timeout" | "not_an_answer";
  /**
   * The status of an answer that did not come from the service itself, but most likely from a
   * gateway.
   */
  readonly status: number | null;
  /** That answer's `Retry-After` in seconds. */
  readonly retryAfter: number | null;

  constructor(
    reason: ConnectNoAnswer["reason"],
    options: { status?: number; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(texts[reason], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ConnectNoAnswer";
    this.reason = reason;
    this.status = options.status ?? null;
    this.retryAfter = options.retryAfter ?? null;
  }
}

const texts: Record<ConnectNoAnswer["reason"], string> = {
  network: "The service could not be reached, or the connection broke.",
  timeout: "No answer came in time.",
  not_an_answer: "What answered was not the service.",
};
