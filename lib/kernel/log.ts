import { AsyncLocalStorage } from "node:async_hooks";
import { redact } from "./redact.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Record<string, unknown>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const ranks: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const requestScope = new AsyncLocalStorage<string>();

/** Every line written inside `run` carries the request id. */
export function withRequestId<T>(requestId: string, run: () => T): T {
  return requestScope.run(requestId, run);
}

/** One JSON object a line, redacted. `write` is the edge: standard error, or a test's list. */
export function createLog(options: {
  level: LogLevel;
  write: (line: string) => void;
  now: () => Date;
}): Log {
  const emit = (level: LogLevel, event: string, fields: LogFields = {}): void => {
    if (ranks[level] < ranks[options.level]) return;
    const requestId = requestScope.getStore();
    const line = {
      at: options.now().toISOString(),
      level,
      event,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(redact(fields) as LogFields),
    };
    options.write(JSON.stringify(line));
  };
  return {
    debug: (event, fields) => emit("debug", event, fields),
    info: (event, fields) => emit("info", event, fields),
    warn: (event, fields) => emit("warn", event, fields),
    error: (event, fields) => emit("error", event, fields),
  };
}
