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

const done = "act.done";

/** Called after the commit: `restore replay` repeats what these lines say. */
export function logDone(log: Log, { act, subject, ...more }: DoneAct): void {
  log.info(done, { act, subject, ...more });
}

interface WaitingLog {
  log: Log;
  /**
   * Called right before the commit. If its outcome is lost with the process or the connection, the
   * log at least says what may have been done.
   */
  begin(): void;
  write(): void;
  drop(): void;
}

/** Holds log lines back until what they report is committed: after `write` they go out at once. */
export function waitingLog(log: Log): WaitingLog {
  let lines: (() => void)[] = [];
  let begun: (() => void)[] = [];
  let isWritten = false;
  const later = (line: () => void): void => {
    if (isWritten) line();
    else lines.push(line);
  };
  return {
    log: {
      debug: (...line) => later(() => log.debug(...line)),
      info: (event, fields) => {
        if (event === done) begun.push(() => log.info("act.begun", fields));
        later(() => log.info(event, fields));
      },
      warn: (...line) => later(() => log.warn(...line)),
      error: (...line) => later(() => log.error(...line)),
      measure: (...line) => later(() => log.measure(...line)),
    },
    begin: () => {
      for (const line of begun.splice(0)) line();
    },
    write: () => {
      isWritten = true;
      for (const line of lines.splice(0)) line();
    },
    drop: () => {
      lines = [];
      begun = [];
    },
  };
}
