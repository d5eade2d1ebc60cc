import type { Log } from "./log.ts";

/** What takes something from somebody, and a portal's refusal. A database that is restored to a point before has it again. */
export const doneActs = [
  "key.revoked",
  "grant.ended",
  "member.removed",
  "credential.forgotten",
  "credential.refused",
  "connection.deleted",
  "organization.deleted",
  "organization.kept",
] as const;

export interface DoneAct {
  act: (typeof doneActs)[number];
  /** An id; of a member their person's. */
  subject: string;
  /** Of a member: where they were one. */
  organization?: string | undefined;
  /** Of an organization: when it is erased. */
  until?: string | undefined;
}

/** After its commit, by anybody: `restore replay` does again what these lines say. */
export function logDone(log: Log, { act, subject, ...more }: DoneAct): void {
  log.info("act.done", { act, subject, ...more });
}

/** A log whose lines wait for what they tell of to be committed: from `write` on they are at once. */
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
