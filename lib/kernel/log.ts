import { AsyncLocalStorage } from "node:async_hooks";
import { embeddedMetrics, type MeasuredFields, type MetricName } from "./measurements.ts";
import { redact } from "./redact.ts";

type LogLevel = "debug" | "info" | "warn" | "error";
type LogFields = Record<string, unknown>;

export interface Log {
  /** The release of the running code, if known. */
  readonly release?: string | undefined;
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** Records a measurement. If metrics have a namespace, the line is written at any level. */
  measure<N extends MetricName>(name: N, measured: MeasuredFields<N>): void;
}

const ranks: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const requestScope = new AsyncLocalStorage<string>();

/** Every line written inside `run` has the request id. */
export function withRequestId<T>(requestId: string, run: () => T): T {
  return requestScope.run(requestId, run);
}

/** The id of the request being worked on, if any. */
export function currentRequestId(): string | undefined {
  return requestScope.getStore();
}

/** One JSON object per line, redacted. `write` is the edge: standard error, or a test's list. */
export function createLog(options: {
  level: LogLevel;
  write: (line: string) => void;
  now: () => Date;
  /** The metrics namespace; without one, measurements are debug lines. */
  namespace?: string | undefined;
  /** The release, on each line: it locates the code that an old line's stack refers to. */
  release?: string | undefined;
  /** The function or program, on each line: files in several of them have the same name. */
  program?: string | undefined;
}): Log {
  const { release, program } = options;
  const written = {
    ...(release !== undefined && { release }),
    ...(program !== undefined && { program }),
  };
  const emit = (level: LogLevel, event: string, fields: LogFields = {}): void => {
    if (ranks[level] < ranks[options.level]) return;
    const requestId = requestScope.getStore();
    const line = {
      at: options.now().toISOString(),
      level,
      event,
      ...(requestId !== undefined && { request_id: requestId }),
      ...written,
      ...(redact(fields) as LogFields),
    };
    options.write(JSON.stringify(line));
  };
  const measure: Log["measure"] = (name, measured) => {
    const fields = measured as LogFields;
    const { namespace } = options;
    if (namespace === undefined) return emit("debug", `measured.${name}`, fields);
    const at = options.now();
    const requestId = requestScope.getStore();
    const line = {
      _aws: embeddedMetrics(name, namespace, at),
      at: at.toISOString(),
      event: `measured.${name}`,
      ...(requestId !== undefined && { request_id: requestId }),
      ...written,
      ...fields,
    };
    options.write(JSON.stringify(line));
  };
  return {
    release,
    debug: (event, fields) => emit("debug", event, fields),
    info: (event, fields) => emit("info", event, fields),
    warn: (event, fields) => emit("warn", event, fields),
    error: (event, fields) => emit("error", event, fields),
    measure,
  };
}
