import { createLog, type Log } from "#lib/kernel/log.ts";

/** Takes every line and keeps none. */
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
