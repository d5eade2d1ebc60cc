import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Ready } from "#infra/local/local-mode.ts";
import { spawnChild, type Child } from "./child-process.ts";
import { overNeon } from "../neon/run.ts";
import { closeLocalWayAround } from "../neon/way-around.ts";

export interface LocalStart extends Child {
  dataDir: string;
  /** The contents of the ready file, once it exists; fails with the output if the program ended before. */
  ready(): Promise<Ready>;
  /** The live processes of its session: everything that it started. */
  living(): Promise<{ pid: number; command: string }[]>;
  /** Like Ctrl-C: the signal goes to every process in the foreground. */
  interrupt(): void;
}

interface StartOptions {
  args?: string[];
  /** Arguments for npm before the two dashes. */
  npmArgs?: string[];
  /** Another checkout than this one. */
  folder?: string;
  /** A bundle of the same program, which starts in a fifth of the time. */
  bundle?: string;
}

/** `npm start` as a person types it, in its own session. */
export function startLocal(
  dataDir: string,
  env: Record<string, string> = {},
  { args = [], npmArgs = [], folder, bundle }: StartOptions = {},
): LocalStart {
  const typed = ["npm", "start", ...npmArgs, "--"];
  const [command = "", ...words] = bundle === undefined ? typed : [process.execPath, bundle];
  const child = spawnChild(command, [...words, ...args], {
    ...(folder !== undefined && { folder }),
    detached: true,
    env: { PORT: "0", SANDBOX_PORT: "0", DATABASE_URL: "", DATA_DIR: dataDir, ...env },
  });
  return {
    ...child,
    dataDir,
    ready: async () => {
      await readyOrEnded(child);
      if (overNeon) await closeLocalWayAround(dataDir);
      return JSON.parse(await readFile(path.join(dataDir, "ready.json"), "utf8")) as Ready;
    },
    living: () => livingIn(child.pid),
    interrupt: () => process.kill(-child.pid, "SIGINT"),
  };
}

function readyOrEnded(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    const resolveIfReady = (): void => {
      if (child.output().stdout.includes("Connect is ready")) resolve();
    };
    child.process.stdout?.on("data", resolveIfReady);
    void child.ended.then(({ code }) => {
      const { stdout, stderr } = child.output();
      reject(new Error(`npm start ended with ${code}\n${stdout}\n${stderr}`));
    });
    resolveIfReady();
  });
}

/** The other live processes of its session. */
export async function othersInSessionOf(pid: number): Promise<number[]> {
  const living = await livingIn(sessionIn(await readFile(`/proc/${pid}/stat`, "utf8")));
  return living.map((one) => one.pid).filter((other) => other !== pid);
}

async function livingIn(session: number): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => describe(Number(pid), session)));
  return found.filter((one) => one !== null);
}

async function describe(pid: number, session: number) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    if (sessionIn(stat) !== session || stateIn(stat) === "Z") return null;
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return { pid, command };
  } catch {
    // It ended while we were reading it.
    return null;
  }
}

const fieldsIn = (stat: string): string[] => stat.slice(stat.lastIndexOf(")") + 2).split(" ");
const stateIn = (stat: string): string => fieldsIn(stat)[0] ?? "";
const sessionIn = (stat: string): number => Number(fieldsIn(stat)[3]);
