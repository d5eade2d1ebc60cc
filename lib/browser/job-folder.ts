import { lstat, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, killGroup } from "./process-group.ts";

const prefix = "connect-browser-";
const inUse = new Set<string>();

/** A folder for one browser: profile, start script. Gone when the browser is. */
export async function createJobFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  inUse.add(folder);
  return folder;
}

export async function removeJobFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  inUse.delete(folder);
}

/** What a worker that was killed has left: its browser, if it still runs, and its folder. */
export async function sweepJobFolders(parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = ownerOf(name);
    const folder = join(parent, name);
    if (owner === null || inUse.has(folder)) continue;
    if (owner !== process.pid && isAlive(owner)) continue;
    // Another user's is not ours to look into, nor is a link what a worker leaves.
    if (!(await isOurs(folder))) continue;
    await endBrowserOf(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Null when the start script has not run yet. */
export async function browserPidOf(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}

function ownerOf(name: string): number | null {
  if (!name.startsWith(prefix)) return null;
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  return Number.isSafeInteger(pid) ? pid : null;
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.();
}

async function endBrowserOf(folder: string): Promise<void> {
  const pid = await browserPidOf(folder);
  if (pid === null) return;
  // A number may have become another program's: only a browser on this very profile is ended.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  if (command.includes(folder)) killGroup(pid);
}
