import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Readable } from "node:stream";
import { jobLimits } from "./job-limits.ts";

/** Node publishes every process that it starts here. */
const started = "child_process";
/** The descriptor through which a browser that Playwright starts talks to it. */
const talksThrough = 4;

/** Starts a browser by that script, and finds the pipe, which Playwright does not give away. */
export async function withPipe<T>(
  script: string,
  start: () => Promise<T>,
): Promise<{ made: T; pipe: Readable | null }> {
  const children: ChildProcess[] = [];
  const note = (message: unknown): void =>
    void children.push((message as { process: ChildProcess }).process);
  subscribe(started, note);
  try {
    const made = await start();
    const pipe = children.find(({ spawnfile }) => spawnfile === script)?.stdio[talksThrough];
    return { made, pipe: pipe instanceof Readable ? pipe : null };
  } finally {
    unsubscribe(started, note);
  }
}

/**
 * Reports once when the browser says more than it may. A page decides how long its console lines, errors and answers
 * are: Playwright keeps the last ones, and a message that is too long for a string would end this process.
 */
export function watchPipe(pipe: Readable | null, exceeded: (what: string) => void): () => void {
  let total = 0;
  let message = 0;
  const count = (chunk: Buffer): void => {
    const end = chunk.lastIndexOf(0);
    total += chunk.length;
    message = end === -1 ? message + chunk.length : chunk.length - end - 1;
    if (message <= jobLimits.messageBytes && total <= jobLimits.saidBytes) return;
    stop();
    exceeded("said more than it may");
  };
  const stop = (): void => void pipe?.off("data", count);
  pipe?.on("data", count);
  return stop;
}
