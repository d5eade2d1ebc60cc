import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startPostgres } from "#infra/local/postgres.ts";
import { madeOnce } from "../processes/built-once.ts";

const copy = (from: string, to: string) => promisify(execFile)("cp", ["-a", `${from}/.`, to]);

/**
 * A new folder for a server, with an empty database in it: copied, because making one takes the processor a second. Tests
 * of making one use an empty folder.
 */
export async function newCluster(prefix: string): Promise<string> {
  const made = await madeOnce("cluster", async (into) => {
    const folder = await mkdtemp(path.join(tmpdir(), "connect-new-cluster-"));
    const server = await startPostgres(folder);
    await server.stop();
    await copy(folder, into);
    await rm(folder, { recursive: true });
  });
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  await copy(made, folder);
  return folder;
}
