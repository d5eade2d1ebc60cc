import { fileURLToPath } from "node:url";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { browsersOf, familyOf } from "../processes/running-processes.ts";
import { processState } from "../processes/child-process.ts";
import { recordingEnv } from "../impact/recording-env.ts";
import { pollUntil } from "../poll-until.ts";
import { startRuntimeApi, type Invocation, type Outcome } from "./runtime-api.ts";

/** Runs a command on a machine other than the test's own. */
export type Machine = (command: readonly string[]) => readonly string[];

export interface ProcessOptions {
  /** The whole environment: nothing of the test's own gets in. */
  env: Record<string, string>;
  on: Machine;
  log(text: string): void;
}

/** One function's process: frozen whenever it has no event, like on the platform. */
export interface FunctionProcess {
  pid: number;
  /** Thaws the process for one event. Rejects if the process ends without an answer. */
  run(invocation: Invocation): Promise<Outcome>;
  end(): Promise<void>;
}

const bootstrap = fileURLToPath(new URL("./process/bootstrap.ts", import.meta.url));
const preloads = [
  "./process/machine-clock.ts",
  "./process/network.ts",
  "../neon/web-socket.ts",
].flatMap((file) => ["--import", new URL(file, import.meta.url).href]);

export async function startProcess(options: ProcessOptions): Promise<FunctionProcess> {
  const api = await startRuntimeApi();
  const [command = "", ...args] = options.on([process.execPath, ...preloads, bootstrap]);
  const child = spawn(command, args, {
    cwd: options.env["LAMBDA_TASK_ROOT"],
    env: { ...options.env, ...recordingEnv(), AWS_LAMBDA_RUNTIME_API: api.address },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => options.log(text));
  }
  const { pid } = child;
  if (pid === undefined) throw new Error("the process could not be started");
  const died = once(child, "exit").then(([code, signal]) => {
    throw new Error(`Runtime exited: ${signal ?? code}`);
  });
  died.catch(() => undefined);
  const end = async (): Promise<void> => {
    await endAll(child, pid);
    await api.close();
  };
  try {
    await Promise.race([api.idle, died]);
  } catch (error) {
    await end();
    throw error;
  }
  await freeze(pid);
  return {
    pid,
    run: async (invocation) => {
      const answered = api.hand(invocation);
      process.kill(pid, "SIGCONT");
      const outcome = await Promise.race([answered, died]);
      // It requests the next event right away, and is frozen while waiting for it.
      await Promise.race([api.idle, died]);
      await freeze(pid);
      return outcome;
    },
    end,
  };
}

async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  await pollUntil(
    () => processState(pid),
    (state) => state === "T",
    10,
  );
}

/** Including any browsers it left running, which are their own process groups. */
async function endAll(child: ChildProcess, pid: number): Promise<void> {
  const left = [...(await browsersOf(pid)), ...(await familyOf(pid))];
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
  for (const one of left) killIfThere(one.pid);
  await ended;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
