import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export interface Child {
  process: ChildProcess;
  pid: number;
  /** Everything written so far. */
  output(): { stdout: string; stderr: string };
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

export function spawnChild(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; detached?: boolean; folder?: string } = {},
): Child {
  const child = spawn(command, args, {
    cwd: options.folder ?? root,
    env: { ...process.env, ...options.env },
    detached: options.detached ?? false,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  if (child.pid === undefined) throw new Error(`${command} could not be started`);
  return { process: child, pid: child.pid, output: () => ({ ...output }), ended };
}

/** `T` if stopped, `Z` if dead but not reaped, null if there is no such process. */
export async function processState(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
  } catch {
    return null;
  }
}
