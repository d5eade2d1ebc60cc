import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { processState, spawnChild } from "../processes/child-process.ts";
import { pollUntil } from "../poll-until.ts";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const platform = path.join(root, ".sst", "platform");

const complete = path.join(root, ".sst", "complete");
const installing = path.join(root, ".sst", "installing");

/** Null if the platform's components are there, otherwise one line why they are not. */
export type Missing = string | null;

/**
 * Fetches the platform's components from the npm registry, once; a cached `.sst` is used as it is. With
 * `BARE_REQUIRED=yes` missing components are a failure, because CI skips nothing.
 */
export async function installPlatform(): Promise<Missing> {
  const wanted = await wantedVersion();
  if ((await textOf(complete)) === wanted) return null;
  await mkdir(path.dirname(complete), { recursive: true });
  // Two test files may get here at once; the second finds the work done.
  await pollUntil(takeTurn, (mine) => mine, 300);
  try {
    if ((await textOf(complete)) === wanted) return null;
    const { code, text } = await run("npx", ["--no-install", "sst", "install"]);
    if (code === 0) {
      await writeFile(complete, wanted);
      return null;
    }
    // A failure of anything but the registry is one of the configuration, and must be shown.
    const ping = await run("npm", ["ping"]);
    if (ping.code === 0) throw new Error(`"sst install" failed:\n${text}`);
    const problem = "the npm registry is unreachable, so the platform's components cannot be had";
    if (process.env["BARE_REQUIRED"] === "yes") throw new Error(problem);
    return problem;
  } finally {
    await rm(installing, { force: true });
  }
}

async function wantedVersion(): Promise<string> {
  const manifest = await readFile(path.join(root, "node_modules", "sst", "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The file names the installing process; if that is gone, the lock is free. */
async function takeTurn(): Promise<boolean> {
  const holder = Number(await textOf(installing));
  if (holder > 0 && (await processState(holder)) === null) await rm(installing, { force: true });
  try {
    await writeFile(installing, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function textOf(file: string): Promise<string | null> {
  return existsSync(file) ? (await readFile(file, "utf8")).trim() : null;
}

async function run(
  command: string,
  args: string[],
): Promise<{ code: number | null; text: string }> {
  const child = spawnChild(command, args, {
    env: {
      SST_SKIP_DEPENDENCY_CHECK: "1",
      SST_NO_BUN: "1",
      SST_STAGE: "test",
      SST_TELEMETRY_DISABLED: "1",
    },
  });
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  return { code, text: `${stdout}\n${stderr}` };
}
