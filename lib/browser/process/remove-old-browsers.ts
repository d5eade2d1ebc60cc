import { lstat, readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "#lib/kernel/clock.ts";

interface Unpacked {
  parent: string;
  /** The one in use. */
  kept: string;
  uid: number;
  now: number;
}

/**
 * Removes what earlier releases unpacked, 200 MB each, and what a process left that was killed
 * while it unpacked. A service of such a release that still runs unpacks its own again when needed.
 */
export async function removeOldBrowsers({ parent, kept, uid, now }: Unpacked): Promise<void> {
  const ours = new RegExp(String.raw`^chromium-\d+\.\d+\.\d+-${uid}-[0-9a-f]{8}(-unpacking-\w+)?$`);
  const names = (await readdir(parent)).filter((name) => ours.test(name) && name !== kept);
  for (const name of names) {
    const folder = join(parent, name);
    const found = await lstat(folder).catch(() => null);
    // We never leave links or other users' files there.
    if (found === null || !found.isDirectory() || found.uid !== uid) continue;
    if (now - found.mtimeMs < dayMs || (await isRunning(folder))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

async function isRunning(folder: string): Promise<boolean> {
  const names = await readdir("/proc").catch(() => []);
  const programs = names
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readlink(`/proc/${name}/exe`).catch(() => ""));
  return (await Promise.all(programs)).some((program) => program.startsWith(`${folder}/`));
}
