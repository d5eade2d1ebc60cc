import { readlinkSync } from "node:fs";
import { lstat, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs } from "#lib/kernel/clock.ts";
import { isAlive, killGroup } from "./process-group.ts";

const prefix = "connect-browser-";
const inUse = new Set<string>();

/** Containers may share a temporary folder without seeing each other's processes. */
const processSpace = spaceOfThisProcess();

/** No job takes that long: a stranger's older folder is abandoned. */
const strangersLimitMs = dayMs;

/** A folder for one browser: profile, start script. Removed with the browser. */
export async function createJobFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-${processSpace}-`));
  inUse.add(folder);
  return folder;
}

export async function removeJobFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  inUse.delete(folder);
}

/**
 * Removes what a killed worker left: its browser, if it still runs, and its folder. Never throws: whatever
 * is left only takes space, and every job waits for this.
 */
export async function sweepJobFolders(parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    if (!name.startsWith(prefix) || inUse.has(folder)) continue;
    const found = await lstat(folder).catch(() => null);
    // Another user's folder is not ours to open, and a worker never leaves a link.
    if (found === null || !found.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (!isOver(name, found.mtimeMs)) continue;
    await endBrowserOf(folder)
      .then(() => removeJobFolder(folder))
      .catch(() => undefined);
  }
}

/** Null when the start script has not run yet. */
export async function browserPidOf(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}

/**
 * Whether the process that made a folder of this name has ended, as far as can be seen from here.
 */
function isOver(name: string, changedAt: number): boolean {
  const [owner = "", space] = name.slice(prefix.length).split("-");
  // The folder's time comes from the machine's own clock.
  if (space !== processSpace) return Date.now() - changedAt > strangersLimitMs;
  const pid = Number.parseInt(owner, 10);
  return Number.isSafeInteger(pid) && (pid === process.pid || !isAlive(pid));
}

function spaceOfThisProcess(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    // A system without namespaces has one for all.
    return "0";
  }
}

async function endBrowserOf(folder: string): Promise<void> {
  const pid = await browserPidOf(folder);
  if (pid === null) return;
  // The pid may have been reused: only a browser on this very profile is killed.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  if (command.includes(folder)) killGroup(pid);
}
