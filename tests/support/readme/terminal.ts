import { spawn } from "node:child_process";
import { once } from "node:events";

/** A terminal for pasting: one bash, which keeps variables and functions. */
export interface Terminal {
  /** Pastes a text, and returns what it printed once the prompt would be back. */
  paste(text: string, limitMs?: number): Promise<string>;
  /** Everything printed to standard error. */
  complaints(): string;
  close(): Promise<void>;
}

export function openTerminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  // Its own process group, so that a command that never returns ends with it.
  const bash = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, detached: true });
  const ended = once(bash, "close");
  const printed = { stdout: "", stderr: "" };
  bash.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString()));
  bash.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString()));
  let pasted = 0;

  async function paste(text: string, limitMs = 120_000): Promise<string> {
    const from = { stdout: printed.stdout.length, stderr: printed.stderr.length };
    const prompt = `--- ready for paste ${(pasted += 1)}, after `;
    // Into standard input, like a paste: a command that reads it would consume what follows here too.
    bash.stdin.write(`${text}\nprintf '\\n${prompt}%s\\n' $?\n`);
    const back = new RegExp(`^([^]*)\\n${prompt}(\\d+)\\n`);
    const late = AbortSignal.timeout(limitMs);
    const shown = (): string => printed.stdout.slice(from.stdout);
    const failure = (what: string, cause?: unknown): Error => {
      const complaints = printed.stderr.slice(from.stderr);
      return new Error(`${what}:\n${text}\nIt printed:\n${shown()}\n${complaints}`, { cause });
    };
    for (;;) {
      const [, output = "", status] = back.exec(shown()) ?? [];
      if (status === "0") return output;
      if (status !== undefined) throw failure(`The last command ended with ${status}`);
      await once(bash.stdout, "data", { signal: late }).catch((error: unknown) => {
        throw failure("No prompt came back", error);
      });
    }
  }

  return {
    paste,
    complaints: () => printed.stderr,
    close: async () => {
      if (bash.pid !== undefined && bash.exitCode === null) process.kill(-bash.pid, "SIGKILL");
      await ended;
    },
  };
}
