import { AppError } from "#lib/kernel/errors/index.ts";

/** read_only_sql_transaction: this connection has stayed with a copy, or the disk is nearly full. */
export const readOnly = "25006";

const awayCodes = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  // While a role's password is changed, or before it may log in again.
  "28000", // invalid_authorization_specification
  "28P01", // invalid_password
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  readOnly,
  "53300", // too_many_connections
  "53400", // configuration_limit_exceeded
]);

// The drivers report these only by text.
const awayTexts =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|network connection lost|websocket/i;

/** True when the database could not be reached or was lost, whatever was asked of it. */
export function isDatabaseUnreachable(error: unknown): boolean {
  // Neon's driver rejects with the event of its WebSocket instead of an error.
  if (error instanceof Event) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (awayCodes.has(code) || code.startsWith("08")) return true;
  // An outer error's text quotes the statement and its values, so only the innermost counts.
  if (error.cause !== undefined) return isDatabaseUnreachable(error.cause);
  return code === "" && awayTexts.test(error.message);
}

/** The database rolled the whole transaction back so that another one could go on. */
export function isUndone(error: unknown): boolean {
  return ["40P01", "40001"].includes(sqlState(error) ?? "");
}

/** disk_full, out_of_memory: the statement was refused, and may pass later. */
const fullCodes = ["53100", "53200"];

/** For work that may run twice, because nothing of its first run is left. */
export async function repeatUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isUndone(error)) throw error;
    }
  }
}

/** Turns temporary failures into their catalogue error, and leaves all others as they are. */
export function translateFailure(error: unknown): unknown {
  const isFull = fullCodes.includes(sqlState(error) ?? "");
  if (!isDatabaseUnreachable(error) && !isUndone(error) && !isFull) return error;
  const cause = error instanceof Event ? new Error(`websocket ${error.type}`) : error;
  return new AppError("service_unavailable", { cause });
}

/**
 * The server refused it, and nothing of it is left. Any other failure may have been carried out.
 */
export function isRefused(error: unknown): boolean {
  return sqlState(error) !== null && !isDatabaseUnreachable(error);
}

/** None begins with E, unlike the machine's own codes: EPERM. */
const state = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** The SQLSTATE of a refused statement, wherever the driver put it. */
export function sqlState(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && state.test(cause.code)) {
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
