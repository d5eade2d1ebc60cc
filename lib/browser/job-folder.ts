import { readlinkSync } from "node:fs";
import { lstat, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, killGroup } from "./process-group.ts";

const prefix = "connect-browser-";
const inUse = new Set<string>();

/** Containers may share a folder for what is temporary, and then neither sees the other's processes. */
const processSpace = spaceOfThisProcess();

/** No job takes as long: a stranger's folder that is older is nobody's. */
const strangersLimitMs = 24 * 60 * 60 * 1000;

/** A folder for one browser: profile, start script. Gone when the browser is. */
export async function createJobFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-${processSpace}-`));
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
    const folder = join(parent, name);
    if (!name.startsWith(prefix) || inUse.has(folder)) continue;
    const found = await lstat(folder).catch(() => null);
    // Another user's is not ours to look into, nor is a link what a worker leaves.
    if (found === null || !found.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (!isOver(name, found.mtimeMs)) continue;
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

/** Whether who made a folder of this name has ended, as far as can be known from here. */
function isOver(name: string, changedAt: number): boolean {
  const [owner = "", space] = name.slice(prefix.length).split("-");
  // The machine's own clock wrote the folder's time.
  if (space !== processSpace) return Date.now() - changedAt > strangersLimitMs;
  const pid = Number.parseInt(owner, 10);
  return Number.isSafeInteger(pid) && (pid === process.pid || !isAlive(pid));
}

function spaceOfThisProcess(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    // A system without such spaces has one for all.
    return "0";
  }
}

async function endBrowserOf(folder: string): Promise<void> {
  const pid = await browserPidOf(folder);
  if (pid === null) return;
  // A number may have become another program's: only a browser on this very profile is ended.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  if (command.includes(folder)) killGroup(pid);
}
