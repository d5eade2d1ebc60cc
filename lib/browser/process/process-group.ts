import { readdir, readFile } from "node:fs/promises";

/** Kills a browser and everything it started. Nothing left to kill is fine too. */
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

/** The process and all its descendants; only itself where the system has no /proc. */
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
