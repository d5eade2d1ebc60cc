import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processState } from "#tests/support/processes/child-process.ts";
import { ensureDatabase, requirePassable, startPostgres } from "./postgres.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-postgres-"));
  await chmod(folder, 0o711);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function pidOf(): Promise<number> {
  const lines = await readFile(path.join(folder, "postgres", "postmaster.pid"), "utf8");
  return Number(lines.split("\n")[0]);
}

async function ask(url: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query("select 1 as one")).rows;
  } finally {
    await client.end();
  }
}

test("a server keeps its data and its password over a restart", async () => {
  const first = await startPostgres(folder);
  const url = new URL(await ensureDatabase(first.url, "kept"));
  await first.stop();
  const second = await startPostgres(folder);
  url.port = String(second.port);
  expect(await ask(url.toString())).toEqual([{ one: 1 }]);
  await second.stop();
});

test("a server that somebody else has ended is stopped without waiting, and starts again", async () => {
  const server = await startPostgres(folder);
  const pid = await pidOf();
  process.kill(pid, "SIGINT");
  await expect.poll(() => processState(pid)).toBeNull();
  await server.stop();
  await server.restart();
  expect(await ask(server.url)).toEqual([{ one: 1 }]);
  await server.stop();
  await server.stop();
});

test("a server is not in the group that a terminal's Ctrl-C reaches, and ends with the process that started it", async () => {
  const script = `
    import { startPostgres } from "./infra/local/postgres.ts";
    await startPostgres(process.argv[1]);
    process.stdout.write("started");
    setInterval(() => undefined, 1_000);`;
  const starter = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module-typescript", "-e", script, folder],
    { stdio: ["ignore", "pipe", "inherit"], detached: true },
  );
  await once(starter.stdout, "data");
  const pid = await pidOf();
  const groupOf = async (of: number) =>
    (await readFile(`/proc/${of}/stat`, "utf8")).split(") ")[1]?.split(" ")[2];
  expect(await groupOf(pid)).not.toBe(String(starter.pid));
  starter.kill("SIGKILL");
  await expect.poll(() => processState(pid)).toBeNull();
});

test("as root, a folder that the database's own user cannot reach is named", async () => {
  const closed = path.join(folder, "closed");
  await mkdir(path.join(closed, "data"), { recursive: true });
  await chmod(closed, 0o700);
  const started = startPostgres(path.join(closed, "data"));
  // Without root the database runs as the current user, and this passes.
  if (process.getuid?.() !== 0) return expect((await started).stop()).resolves.toBeUndefined();
  await expect(started).rejects.toThrow(`cannot pass through ${closed}. Set DATA_DIR`);
});

test("so is one that keeps it from the server itself", async () => {
  const closed = path.join(folder, "home");
  await mkdir(path.join(closed, "bin"), { recursive: true });
  await chmod(closed, 0o700);
  const way = requirePassable(path.join(closed, "bin", "postgres"), "Move this project");
  await expect(way).rejects.toThrow(`cannot pass through ${closed}. Move this project, or start`);
});
