import { AppError } from "../kernel/errors/index.ts";

const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "53300", // too_many_connections
  "53400", // configuration_limit_exceeded
]);

// The drivers report these by text alone.
const awayTexts =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|network connection lost|websocket/i;

/** True when the database could not be reached or went away, whatever was asked of it. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    if (awayCodes.has(code) || code.startsWith("08") || awayTexts.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Turns a lost database into its catalogue error and lets everything else pass as it is. */
export function translateFailure(error: unknown): unknown {
  return isDatabaseAway(error) ? new AppError("service_unavailable", { cause: error }) : error;
}

/** The SQLSTATE of a refused statement, wherever the driver hid it. */
export function sqlState(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) {
      return cause.code;
    }
  }
  return null;
}

/** The violated constraint's name, when a constraint refused the statement. */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("constraint" in cause && typeof cause.constraint === "string") return cause.constraint;
  }
  return null;
}
