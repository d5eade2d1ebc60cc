import { readdir, readFile } from "node:fs/promises";

/** Ends a browser and everything it started. Nothing to end is as good. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isGone(error);
  }
}

/** It and all that descend from it; it alone where the system keeps no such book. */
export async function processesOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const started = threads.map(async (thread) => {
    const children = await readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "");
    return Promise.all(children.split(" ").filter(Boolean).map(Number).map(processesOf));
  });
  return [pid, ...(await Promise.all(started)).flat(2)];
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
