import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { figure, type Bench } from "../harness/figure.ts";
import { progress } from "../harness/progress.ts";
import { median } from "../harness/rounds.ts";

const rounds = 5;
const patienceMs = 60_000;

/** From the command to a tool's first answer, with an empty folder. */
export const start: Bench = {
  names: ["start"],
  run: async () => {
    await secondsToReady();
    const seconds: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      seconds.push(await secondsToReady());
      progress("start", `round ${round} of ${rounds}`);
    }
    return [figure("start", median(seconds), null)];
  },
};

interface Ready {
  baseUrl: string;
  organizations: { apiKey: string }[];
}

async function secondsToReady(): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "connect-bench-start-"));
  const startedAt = performance.now();
  const command = spawn("npm", ["start"], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", SANDBOX_PORT: "0" },
    stdio: ["ignore", "ignore", 2],
  });
  const ended = once(command, "exit");
  try {
    await answered(await readyFile(command, path.join(dataDir, "ready.json")));
    return (performance.now() - startedAt) / 1000;
  } finally {
    await end(dataDir);
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readyFile(command: ChildProcess, file: string): Promise<Ready> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (command.exitCode !== null) throw new Error(`npm start ended with ${command.exitCode}`);
    const text = existsSync(file) ? await readFile(file, "utf8") : "";
    // The file exists before it is complete.
    if (text.endsWith("}")) return JSON.parse(text) as Ready;
    await pause(10);
  }
  throw new Error(`npm start was not ready after ${patienceMs} ms`);
}

async function answered({ baseUrl, organizations }: Ready): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/tools/core.timestamp.now/execute`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${organizations[0]?.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ input: {} }),
  });
  if (response.status !== 200) throw new Error(`the first call answered ${response.status}`);
}

/** The process itself: npm may pass a signal on, and a second one would force the end. */
async function end(dataDir: string): Promise<void> {
  const file = path.join(dataDir, "start.pid");
  if (existsSync(file)) process.kill(Number(await readFile(file, "utf8")), "SIGTERM");
}
