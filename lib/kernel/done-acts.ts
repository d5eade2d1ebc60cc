import type { Log } from "./log.ts";

/**
 * Acts that take something from somebody, and portal refusals. Restoring the database to an earlier
 * point undoes them.
 */
export const doneActs = [
  "key.revoked",
  "key.narrowed",
  "grant.ended",
  "grant.narrowed",
  "member.removed",
  "member.lowered",
  "password.changed",
  "credential.forgotten",
  "credential.refused",
  "connection.narrowed",
  "connection.deleted",
  "endpoint.disabled",
  "endpoint.changed",
  "organization.narrowed",
  "organization.deleted",
  "organization.kept",
] as const;

export interface DoneAct {
  act: (typeof doneActs)[number];
  /** An id; for a member, the person's. */
  subject: string;
  /** For a member: in which organization. */
  organization?: string | undefined;
  /** For an organization: when it is erased. */
  until?: string | undefined;
  /** For what was narrowed: what it may still do. Everything else was taken away. */
  left?: object | undefined;
}

/** Called after the commit: `restore replay` repeats what these lines say. */
export function logDone(log: Log, { act, subject, ...more }: DoneAct): void {
  log.info("act.done", { act, subject, ...more });
}

/** Holds log lines back until what they report is committed: after `write` they go out at once. */
export function waitingLog(log: Log): { log: Log; write(): void; drop(): void } {
  let lines: (() => void)[] = [];
  let isWritten = false;
  const later = (line: () => void): void => {
    if (isWritten) line();
    else lines.push(line);
  };
  return {
    log: {
      debug: (...line) => later(() => log.debug(...line)),
      info: (...line) => later(() => log.info(...line)),
      warn: (...line) => later(() => log.warn(...line)),
      error: (...line) => later(() => log.error(...line)),
      measure: (...line) => later(() => log.measure(...line)),
    },
    write: () => {
      isWritten = true;
      for (const line of lines.splice(0)) line();
    },
    drop: () => void (lines = []),
  };
}
