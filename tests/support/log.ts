import { createLog, type Log } from "#lib/kernel/log.ts";

/** Accepts every line and stores none. */
export const silentLog: Log = createLog({
  level: "debug",
  write: () => undefined,
  now: () => new Date(0),
});

/** A log whose lines a test can read. */
export function readableLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const log = createLog({
    level: "debug",
    write: (line) => lines.push(line),
    now: () => new Date(0),
  });
  return { log, lines };
}

export type MeasuredLine = Record<string, unknown> & {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: {
      Namespace: string;
      Dimensions: string[][];
      Metrics: { Name: string; Unit: string }[];
    }[];
  };
};

/** A log that collects metrics, like a deployed function's, and what it has measured. */
export function measuringLog(): { log: Log; measured(event: string): MeasuredLine[] } {
  const lines: string[] = [];
  const log = createLog({
    level: "error",
    write: (line) => lines.push(line),
    now: () => new Date(0),
    namespace: "Connect/test",
  });
  return {
    log,
    measured: (event) =>
      lines
        .map((line) => JSON.parse(line) as MeasuredLine)
        .filter(
          (line) => "_aws" in line && (event === "" || line["event"] === `measured.${event}`),
        ),
  };
}
