import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Whether a process is still running. A process that has ended keeps its id until its parent reaps it (state Z), and
 * in a container there may be no such parent.
 */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process exists too, but refuses the signal.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return (await stateOf(pid)) !== "Z";
}

/** False if it is still running after that time. */
export async function waitUntilGone(pid: number, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (await isRunning(pid)) {
    if (performance.now() > end) return false;
    await pause(25);
  }
  return true;
}

/** The letter after the command's name, which may itself contain brackets; none without /proc. */
async function stateOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2)[0];
  } catch {
    return undefined;
  }
}
