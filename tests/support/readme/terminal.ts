import { spawn } from "node:child_process";
import { once } from "node:events";

/** A terminal in which somebody pastes: one bash, whose variables and functions stay. */
export interface Terminal {
  /** Pastes a text, and answers with what it printed when the prompt would be back. */
  paste(text: string, limitMs?: number): Promise<string>;
  /** Everything that was printed to standard error. */
  complaints(): string;
  close(): Promise<void>;
}

export function openTerminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  // A group of its own, so that a command that never returns ends with it.
  const bash = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, detached: true });
  const ended = once(bash, "close");
  const printed = { stdout: "", stderr: "" };
  bash.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString()));
  bash.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString()));
  let pasted = 0;

  async function paste(text: string, limitMs = 120_000): Promise<string> {
    const from = printed.stdout.length;
    const prompt = `\n--- ready for paste ${(pasted += 1)} ---\n`;
    // Into standard input, as a paste is: a command that reads it would eat what follows here too.
    bash.stdin.write(`${text}\nprintf '${prompt.replaceAll("\n", "\\n")}'\n`);
    const late = AbortSignal.timeout(limitMs);
    while (!printed.stdout.includes(prompt, from)) {
      await once(bash.stdout, "data", { signal: late }).catch((error: unknown) => {
        const output = `${printed.stdout.slice(from)}\n${printed.stderr}`;
        throw new Error(`No prompt after:\n${text}\nIt printed:\n${output}`, { cause: error });
      });
    }
    return printed.stdout.slice(from, printed.stdout.indexOf(prompt, from));
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
