import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processState } from "#tests/support/processes/child-process.ts";
import { ensureDatabase, startPostgres } from "./postgres.ts";

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

test("as root, a folder that the database's own user cannot reach is named", async () => {
  const closed = path.join(folder, "closed");
  await mkdir(path.join(closed, "data"), { recursive: true });
  await chmod(closed, 0o700);
  const started = startPostgres(path.join(closed, "data"));
  // Without root the database runs as the current user, and this passes.
  if (process.getuid?.() !== 0) return expect((await started).stop()).resolves.toBeUndefined();
  await expect(started).rejects.toThrow(`cannot pass through ${closed}. Set DATA_DIR`);
});
